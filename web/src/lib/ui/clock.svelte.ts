import { onMount } from 'svelte';

/** The time, as a page may show it: one timer for all that count. Read it in a component. */
export function ticking(every = 1000): { readonly now: number } {
	let now = $state(Date.now());
	onMount(() => {
		const timer = setInterval(() => (now = Date.now()), every);
		// A phone that slept shows the right time at once.
		const wake = () => (now = Date.now());
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
