import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { same, unbase64, unhex } from './bytes';
import { holds, type Publication } from './check';
import { Tree } from './tree';

/** Whether one of the keys that a draw names has signed a tree of people who joined. */
export function signed(p: Publication, tree: { size: number; root: string; signature: string }): boolean {
	const text = utf8ToBytes(`holdfast/checkpoint/v1\n${p.event_id}\n${tree.size}\n${tree.root}\n`);
	const signature = unbase64(tree.signature);
	return (p.receipt_keys ?? []).some((text64) => {
		const key = unbase64(text64);
		return key?.length === 32 && signature?.length === 64 && ed25519.verify(signature, text, key);
	});
}

const form =
	/^holdfast\/receipt\/v1\n([^\n]+)\n(0|[1-9]\d{0,14})\n([0-7])\n([0-9a-f]{64})\n[0-9a-f]{32}\n([1-9]\d{0,14})\n([0-9a-f]{64})\n((?:[0-9a-f]{64}\n){0,36})([\w-]{86})\n$/;

/** The root that a path leads to, RFC 9162 section 2.1.3.1. */
function rootBy(path: Uint8Array[], index: number, size: number, node: Uint8Array): Uint8Array | undefined {
	if (size === 1) return path.length === 0 && index === 0 ? node : undefined;
	const last = path.at(-1);
	if (!last) return undefined;
	let left = 1;
	while (left * 2 < size) left *= 2;
	const below = index < left ? rootBy(path.slice(0, -1), index, left, node) : rootBy(path.slice(0, -1), index - left, size - left, node);
	return below && sha256(concatBytes(Uint8Array.of(1), ...(index < left ? [below, last] : [last, below])));
}

/** A receipt that somebody has kept, compared with a draw whose leaves it is told as they come. */
export class KeptReceipt {
	readonly #p: Publication;
	readonly #leaf: string;
	readonly #index: number;
	readonly #size: number;
	readonly #root: string;
	/** Of the leaves up to the tree that was signed with the receipt. */
	readonly #tree = new Tree();
	#read = 0;
	#same = false;

	constructor(text: string, p: Publication) {
		const [, event, index, group, commitment, size, root, path, signature] = form.exec(text) ?? [];
		holds(event !== undefined && event === p.event_id, 'receipt');
		this.#p = p;
		this.#leaf = `holdfast/entrant/v1\n${event}\n${index}\n${group}\n${commitment}\n`;
		this.#index = Number(index);
		this.#size = Number(size);
		this.#root = root!;
		const nodes = path!.match(/.{64}/g)?.map((hash) => unhex(hash)!) ?? [];
		const leads = rootBy(nodes, this.#index, this.#size, sha256(concatBytes(Uint8Array.of(0), utf8ToBytes(this.#leaf))));
		holds(leads && same(leads, unhex(root)!), 'receipt');
		holds(signed(p, { size: this.#size, root: root!, signature: signature! }), 'receipt');
	}

	/** Takes the next leaf: of the entrants, and then of those who were struck out. */
	leaf(text: string): void {
		const at = this.#read++;
		if (at >= this.#p.entrants) return;
		if (at === this.#index) this.#same = text === this.#leaf;
		if (at < this.#size) this.#tree.add(text);
	}

	/** Holds it against the draw, when all leaves have come. Anybody who joined after the seal is in no draw. */
	hold(): void {
		if (this.#index >= this.#p.entrants) return;
		holds(this.#p.checkpoint, 'checkpoint');
		holds(this.#same, 'receipt');
		holds(this.#size > this.#p.entrants || same(this.#tree.root(), unhex(this.#root)!), 'receipt');
	}
}
