import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { number64 } from './bytes';

const ROUNDS = 10;

/**
 * The permutation that a seed makes of the numbers 0 to n-1: a Feistel network over the next power of four, sent on
 * until it falls below n. The same as internal/draw/order.go.
 */
export class Order {
	readonly #seed: Uint8Array;
	readonly #n: number;
	readonly #size: number; // 2 to the bits of half a block
	readonly #known: Int32Array; // of the round functions; -1: not yet

	/** At most 2^34 take part: numbers stay exact. */
	constructor(seed: Uint8Array, n: number) {
		this.#seed = seed;
		this.#n = n;
		let size = 2;
		while (size * size < n) size *= 2;
		this.#size = size;
		this.#known = new Int32Array(ROUNDS * size).fill(-1);
	}

	/** The place of entrant i, counted from 1. */
	place(i: number): number {
		if (!Number.isInteger(i) || i < 0 || i >= this.#n) throw new RangeError(`no entrant ${i}`);
		if (this.#n === 1) return 1;
		let at = i;
		do at = this.#permute(at);
		while (at >= this.#n);
		return at + 1;
	}

	#permute(x: number): number {
		let left = Math.floor(x / this.#size);
		let right = x % this.#size;
		for (let round = 0; round < ROUNDS; round++) {
			// Halves have at most 17 bits.
			[left, right] = [right, left ^ this.#function(round, right)];
		}
		return left * this.#size + right;
	}

	#function(round: number, x: number): number {
		const key = round * this.#size + x;
		let value = this.#known[key]!;
		if (value < 0) {
			const text = new Uint8Array(9);
			text[0] = round;
			text.set(number64(x), 1);
			const mac = hmac(sha256, this.#seed, text);
			// The last bits of the first 8 bytes.
			value = new DataView(mac.buffer, mac.byteOffset).getUint32(4) % this.#size;
			this.#known[key] = value;
		}
		return value;
	}
}
