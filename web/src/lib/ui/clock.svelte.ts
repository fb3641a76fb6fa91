import { onMount } from 'svelte';

/** How far the clock of the server is ahead of the one here, in ms. */
let ahead = 0;
/** A difference that is no more than what a message takes, in ms. */
const slight = 2000;

/** Sets the clock of pages by the server's: it says that something ends at `at`, in so many seconds. */
export function serverSays(at: string, seconds: number): void {
	const differs = Date.parse(at) - seconds * 1000 - Date.now();
	ahead = Math.abs(differs) > slight ? differs : 0;
}

const time = () => Date.now() + ahead;

/** The time, as a page may show it: one timer for all that count. Read it in a component. */
export function ticking(every = 1000): { readonly now: number } {
	let now = $state(time());
	onMount(() => {
		const timer = setInterval(() => (now = time()), every);
		// A phone that slept shows the right time at once.
		const wake = () => (now = time());
		document.addEventListener('visibilitychange', wake);
		return () => {
			clearInterval(timer);
			document.removeEventListener('visibilitychange', wake);
		};
	});
	return {
		get now() {
			return now;
		}
	};
}
