import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { number64, prefixed, same, unhex } from './bytes';
import { Order } from './order';
import { treeRoot } from './tree';

const ALGORITHM = 'holdfast/draw/v1';
const GENESIS = 1692803367;
const PERIOD = 3;
const ROUNDS_AFTER_SEAL = 20;
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
}

/** What does not agree in a draw: a name of the list below, which pages have words for. */
export type Mismatch = 'file' | 'algorithm' | 'leaves' | 'entrants' | 'strikes' | 'root' | 'struck_root' | 'round' | 'beacon' | 'seed';

/** Who is served in which order, by index, or what does not agree. */
export type Outcome = { served: number[]; publication: Publication } | { mismatch: Mismatch };

class Disagreement extends Error {
	constructor(readonly mismatch: Mismatch) {
		super(mismatch);
	}
}

function holds(fact: unknown, mismatch: Mismatch): asserts fact {
	if (!fact) throw new Disagreement(mismatch);
}

/** Recomputes a draw from its file: a line of JSON, then a line for each leaf. */
export async function checkDraw(file: string): Promise<Outcome> {
	try {
		const { publication, texts } = parse(file);
		const p = publication;
		holds(p.algorithm === ALGORITHM, 'algorithm');
		holds(Number.isSafeInteger(p.entrants) && p.entrants >= 0 && p.entrants <= 2 ** 34, 'entrants');
		holds(texts.length === p.entrants + p.struck, 'entrants');
		const leaves = texts.slice(0, p.entrants);
		const strikes = texts.slice(p.entrants);
		const classes = leaves.map((text, i) => classOf(text, p.event_id, i));
		const struck = struckOut(strikes, p.entrants);
		const root = unhex(p.root);
		const struckRoot = unhex(p.struck_root);
		holds(root && same(root, treeRoot(leaves)), 'root');
		holds(struckRoot && same(struckRoot, treeRoot(strikes)), 'struck_root');
		const signature = await beaconOf(p);
		const seed = sha256(
			concatBytes(
				prefixed(utf8ToBytes(ALGORITHM)),
				prefixed(utf8ToBytes(p.event_id)),
				number64(p.entrants),
				root,
				struckRoot,
				number64(p.round),
				prefixed(signature)
			)
		);
		const published = unhex(p.seed);
		holds(published && same(published, seed), 'seed');
		return { served: inOrder(seed, classes, struck), publication };
	} catch (e) {
		if (e instanceof Disagreement) return { mismatch: e.mismatch };
		throw e;
	}
}

function parse(file: string): { publication: Publication; texts: string[] } {
	let first: unknown;
	let texts: unknown[];
	try {
		[first, ...texts] = file
			.split('\n')
			.filter((line) => line !== '')
			.map((line): unknown => JSON.parse(line));
	} catch {
		throw new Disagreement('file');
	}
	holds(isPublication(first) && texts.every((text) => typeof text === 'string'), 'file');
	return { publication: first, texts };
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

function struckOut(strikes: string[], entrants: number): Set<number> {
	const struck = new Set<number>();
	let last = -1;
	for (const text of strikes) {
		const match = /^holdfast\/struck\/v1\n(0|[1-9]\d*)\n([a-z]+)\n$/.exec(text);
		holds(match && REASONS.includes(match[2] ?? ''), 'strikes');
		const index = Number(match[1]);
		holds(index > last && index < entrants, 'strikes');
		struck.add((last = index));
	}
	return struck;
}

/** What the seed is made of: the signature of a round, or what a ceremony ended with. */
async function beaconOf(p: Publication): Promise<Uint8Array> {
	const { kind, randomness, commitment, source, value } = p.beacon;
	const signature = unhex(p.beacon.signature);
	holds(signature, 'beacon');
	if (kind === 'drand-quicknet') {
		const sealed = Date.parse(p.sealed_at) / 1000;
		holds(GENESIS + (p.round - 1) * PERIOD >= sealed + ROUNDS_AFTER_SEAL * PERIOD, 'round');
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
function inOrder(seed: Uint8Array, classes: number[], struck: Set<number>): number[] {
	const order = new Order(seed, classes.length);
	return classes
		.map((group, index) => ({ group, index, place: order.place(index) }))
		.filter(({ index }) => !struck.has(index))
		.sort((a, b) => a.group - b.group || a.place - b.place)
		.map(({ index }) => index);
}
