import { untrack } from 'svelte';

/**
 * What is wrong with a field, as its form last said it. It stands until the field is
 * right, as far as that can be seen here: until it fits, where the field knows when it
 * does, else until it holds something else. Every field that shows an error shows it so.
 */
export class Complaint {
	readonly #error: () => string | undefined;
	readonly #value: () => unknown;
	readonly #fits: () => boolean;

	/** `value` returns what the field holds, `fits` whether that can be right. */
	constructor(error: () => string | undefined, value: () => unknown, fits: () => boolean = () => true) {
		this.#error = error;
		this.#value = value;
		this.#fits = fits;
	}

	/** What the field held when it was said to be wrong. */
	readonly #wrong = $derived.by(() => (this.#error() === undefined ? undefined : { value: untrack(() => held(this.#value())) }));

	/** What is wrong, in the reader's language; undefined when nothing is. */
	readonly shown = $derived.by(() => {
		const error = this.#error();
		if (error === undefined) return undefined;
		return held(this.#value()) === this.#wrong?.value || !this.#fits() ? error : undefined;
	});
}

/** What a field of several values holds, as one to compare. */
const held = (value: unknown): unknown => (Array.isArray(value) ? JSON.stringify(value) : value);
