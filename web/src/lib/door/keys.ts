import { readToken, tokenChars } from './token';

/** How long may lie between two keys of a code, in ms: a busy device is slow, people are slower. */
const pause = 1000;
/** Nothing shorter is a code. */
const shortest = 20;
/** Nothing longer is one. */
const longest = 512;

/** What a hand scanner types: a code within a moment, and Enter after it. */
export class Keys {
	#text = '';
	#at = -Infinity;

	/**
	 * Takes a key, and when it was pressed, in ms. Returns a code when it ends one.
	 * What somebody pressed by mistake just before is left out.
	 */
	take(key: string, at: number): string | undefined {
		if (at - this.#at > pause) this.#text = '';
		this.#at = at;
		if (key !== 'Enter') {
			this.#text = (this.#text + key).slice(-longest);
			return undefined;
		}
		const text = this.#text;
		this.#text = '';
		if (text.length < shortest) return undefined;
		const end = text.slice(-tokenChars);
		return readToken(end) ? end : text;
	}
}
