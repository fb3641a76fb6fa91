import { onMount, untrack } from 'svelte';

const pause = 250; // ms of not typing before a search asks

/** What is typed into the field of a search. It is made while the component of the field is. */
export class Typed {
	text = $state('');
	readonly #found: (text: string) => void;
	#timer: ReturnType<typeof setTimeout> | undefined;

	/** `given` returns what is searched for: when that is changed elsewhere the field follows. `found` is told what was typed. */
	constructor(given: () => string, found: (text: string) => void) {
		this.text = untrack(given);
		this.#found = found;
		$effect(() => {
			const now = given();
			untrack(() => {
				if (now !== this.text.trim()) this.text = now;
			});
		});
		onMount(() => () => clearTimeout(this.#timer));
	}

	/** Tells it once somebody pauses. */
	readonly later = () => {
		clearTimeout(this.#timer);
		this.#timer = setTimeout(this.now, pause);
	};

	/** Tells it at once. */
	readonly now = () => this.#found(this.take());

	/** What was typed, which is told by nobody else then. */
	take(): string {
		clearTimeout(this.#timer);
		return this.text.trim();
	}
}
