import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** The root of a Merkle tree of texts, as RFC 9162 has it. */
export function treeRoot(leaves: Iterable<string>): Uint8Array {
	const full: { height: number; hash: Uint8Array }[] = []; // subtrees, the largest first
	for (const leaf of leaves) {
		let hash = sha256(concatBytes(LEAF, utf8ToBytes(leaf)));
		let height = 0;
		for (let last = full.at(-1); last?.height === height; last = full.at(-1)) {
			hash = sha256(concatBytes(NODE, last.hash, hash));
			height++;
			full.pop();
		}
		full.push({ height, hash });
	}
	const root = full.reduceRight<Uint8Array | undefined>((right, { hash }) => (right ? sha256(concatBytes(NODE, hash, right)) : hash), undefined);
	return root ?? sha256(new Uint8Array());
}
