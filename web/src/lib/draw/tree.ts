import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** A Merkle tree of texts, as RFC 9162 has it, of which only the full subtrees are kept. */
export class Tree {
	#full: { height: number; hash: Uint8Array }[] = []; // the largest first

	add(leaf: string): void {
		let hash = sha256(concatBytes(LEAF, utf8ToBytes(leaf)));
		let height = 0;
		for (let last = this.#full.at(-1); last?.height === height; last = this.#full.at(-1)) {
			hash = sha256(concatBytes(NODE, last.hash, hash));
			height++;
			this.#full.pop();
		}
		this.#full.push({ height, hash });
	}

	root(): Uint8Array {
		const root = this.#full.reduceRight<Uint8Array | undefined>((right, { hash }) => (right ? sha256(concatBytes(NODE, hash, right)) : hash), undefined);
		return root ?? sha256(new Uint8Array());
	}
}
