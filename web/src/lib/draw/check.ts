import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { MOST } from './most';
import { number64, prefixed, same, unhex } from './bytes';
import { Order } from './order';
import { Tree } from './tree';

const ALGORITHM = 'holdfast/draw/v1';
const GENESIS = 1692803367;
const PERIOD = 3;
const ROUNDS_AFTER_SEAL = 20;
/** The leaf of an entrant has a digit for its class. */
const CLASSES = 8;
const REASONS = ['duplicate', 'fraud', 'left'];

/** The public document of a draw; see internal/draw/publication.go. */
export interface Publication {
	algorithm: string;
	event_id: string;
	entrants: number;
	root: string;
	struck: number;
	struck_root: string;
	sealed_at: string;
	round: number;
	/** Another one where the seal was late. */
	announced_round?: number;
	beacon: {
		kind: string;
		signature: string;
		randomness?: string;
		commitment?: string;
		source?: string;
		secret?: string;
		value?: string;
	};
	seed: string;
	/** The tree of the entrants as it was signed when the last of them joined, by one of receipt_keys. */
	checkpoint?: { size: number; root: string; signature: string } | null;
	receipt_keys?: string[];
}

/** What does not agree in a draw: a name of the list below, which pages have words for. */
export type Mismatch =
	'file' | 'algorithm' | 'leaves' | 'entrants' | 'strikes' | 'root' | 'struck_root' | 'checkpoint' | 'receipt' | 'round' | 'announced' | 'beacon' | 'seed';

/** Who is served in which order, by index, or what does not agree. */
export type Outcome = { served: Uint32Array; publication: Publication } | { mismatch: Mismatch };

export class Disagreement extends Error {
	constructor(readonly mismatch: Mismatch) {
		super(mismatch);
	}
}

export function holds(fact: unknown, mismatch: Mismatch): asserts fact {
	if (!fact) throw new Disagreement(mismatch);
}

/**
 * Recomputes a draw from its public document and the texts of its leaves: those of the entrants, then those of entrants who were
 * struck out. They come in pages, of which none is kept: a million people would be 150 MB. `kept` is a receipt that is compared
 * with it.
 */
export async function checkDraw(document: unknown, pages: AsyncIterable<unknown[]> | Iterable<unknown[]>, kept?: string): Promise<Outcome> {
	try {
		holds(isPublication(document), 'file');
		const p = document;
		holds(p.algorithm === ALGORITHM, 'algorithm');
		if (p.entrants > MOST) throw new RangeError(`${p.entrants} entrants`);
		const leaves = new Leaves(p);
		const receipt = kept === undefined ? undefined : new (await import('./kept')).KeptReceipt(kept, p);
		for await (const page of pages)
			for (const text of page) {
				leaves.add(text);
				receipt?.leaf(text as string);
			}
		leaves.hold();
		if (p.checkpoint) {
			const { signed } = await import('./kept');
			holds(p.checkpoint.size === p.entrants && p.checkpoint.root === p.root && signed(p, p.checkpoint), 'checkpoint');
		}
		receipt?.hold();
		const signature = await beaconOf(p);
		const seed = sha256(
			concatBytes(
				prefixed(utf8ToBytes(ALGORITHM)),
				prefixed(utf8ToBytes(p.event_id)),
				number64(p.entrants),
				leaves.tree.root(),
				leaves.struckTree.root(),
				number64(p.round),
				prefixed(signature)
			)
		);
		const published = unhex(p.seed);
		holds(published && same(published, seed), 'seed');
		return { served: inOrder(seed, leaves.classes, leaves.struck), publication: p };
	} catch (e) {
		if (e instanceof Disagreement) return { mismatch: e.mismatch };
		throw e;
	}
}

/** The leaves of a draw as they come. */
class Leaves {
	readonly tree = new Tree();
	readonly struckTree = new Tree();
	/** Of each entrant. */
	readonly classes: Uint8Array;
	readonly struck = new Set<number>();
	readonly #p: Publication;
	#told = 0;
	#lastStruck = -1;

	constructor(p: Publication) {
		this.#p = p;
		this.classes = new Uint8Array(p.entrants);
	}

	add(text: unknown): void {
		holds(typeof text === 'string', 'file');
		const index = this.#told++;
		if (index < this.#p.entrants) {
			this.classes[index] = classOf(text, this.#p.event_id, index);
			this.tree.add(text);
			return;
		}
		this.struck.add((this.#lastStruck = struckIndex(text, this.#lastStruck, this.#p.entrants)));
		this.struckTree.add(text);
	}

	/** Holds them against the document, when all have come. */
	hold(): void {
		holds(this.#told === this.#p.entrants + this.#p.struck, 'entrants');
		const root = unhex(this.#p.root);
		const struckRoot = unhex(this.#p.struck_root);
		holds(root && same(root, this.tree.root()), 'root');
		holds(struckRoot && same(struckRoot, this.struckTree.root()), 'struck_root');
	}
}

function isPublication(value: unknown): value is Publication {
	if (typeof value !== 'object' || value === null) return false;
	const p = value as Partial<Record<keyof Publication, unknown>>;
	const texts = [p.algorithm, p.event_id, p.root, p.struck_root, p.sealed_at, p.seed];
	return (
		texts.every((text) => typeof text === 'string') &&
		[p.entrants, p.struck, p.round].every((n) => Number.isSafeInteger(n) && (n as number) >= 0) &&
		typeof p.beacon === 'object' &&
		p.beacon !== null
	);
}

function classOf(text: string, event: string, index: number): number {
	const match = /^holdfast\/entrant\/v1\n([^\n]+)\n(\d+)\n([0-7])\n[0-9a-f]{64}\n$/.exec(text);
	holds(match && match[1] === event && match[2] === String(index), 'leaves');
	return Number(match[3]);
}

/** The index in the leaf of somebody who was struck out, which is higher than the last. */
function struckIndex(text: string, last: number, entrants: number): number {
	const match = /^holdfast\/struck\/v1\n(0|[1-9]\d*)\n([a-z]+)\n$/.exec(text);
	holds(match && REASONS.includes(match[2] ?? ''), 'strikes');
	const index = Number(match[1]);
	holds(index > last && index < entrants, 'strikes');
	return index;
}

/** What the seed is made of: the signature of a round, or what a ceremony ended with. */
async function beaconOf(p: Publication): Promise<Uint8Array> {
	const { kind, randomness, commitment, source, value } = p.beacon;
	const signature = unhex(p.beacon.signature);
	holds(signature, 'beacon');
	if (kind === 'drand-quicknet') {
		const sealed = Date.parse(p.sealed_at) / 1000;
		holds(GENESIS + (p.round - 1) * PERIOD >= sealed + ROUNDS_AFTER_SEAL * PERIOD, 'round');
		// Of the time of the seal less than a millisecond is cut off.
		if (p.announced_round && p.announced_round !== p.round)
			holds(GENESIS + (p.announced_round - 1) * PERIOD < sealed + 0.001 + ROUNDS_AFTER_SEAL * PERIOD, 'announced');
		const random = unhex(randomness);
		holds(random && same(random, sha256(signature)), 'beacon');
		const { quicknetSigned } = await import('./beacon');
		holds(quicknetSigned(p.round, signature), 'beacon');
		return signature;
	}
	holds(kind === 'ceremony', 'beacon');
	holds(p.round === 0, 'round');
	const secret = unhex(p.beacon.secret);
	const committed = unhex(commitment);
	holds(secret && committed && source && value, 'beacon');
	holds(same(sha256(secret), committed), 'beacon');
	holds(same(concatBytes(secret, utf8ToBytes(value)), signature), 'beacon');
	return signature;
}

/** The indexes of the entrants as they are served: classes in order, within a class by place. */
function inOrder(seed: Uint8Array, classes: Uint8Array, struck: Set<number>): Uint32Array {
	const order = new Order(seed, classes.length);
	const byPlace = new Uint32Array(classes.length);
	for (let index = 0; index < classes.length; index++) byPlace[order.place(index) - 1] = index;
	const served = new Uint32Array(classes.length - struck.size);
	let at = 0;
	for (let group = 0; group < CLASSES; group++) for (const index of byPlace) if (classes[index] === group && !struck.has(index)) served[at++] = index;
	return served;
}
