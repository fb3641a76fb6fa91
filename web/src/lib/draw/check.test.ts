import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { quicknetSigned } from './beacon';
import { checkDraw, type Publication } from './check';
import { Order } from './order';
import { MOST } from './most';
import { Tree } from './tree';

// The draw that internal/draw writes, with a real round of drand's quicknet.
const example = readFileSync('../verify/example-draw.jsonl', 'utf8');
/** Of one who joined with two others, after six of them. */
const receipt = readFileSync('../verify/example-receipt.txt', 'utf8');

/** The document and the leaves of the example, after a change. */
function changed(change: (p: Publication, texts: string[]) => void = () => undefined): [Publication, unknown[][]] {
	const [publication, ...texts] = example
		.trimEnd()
		.split('\n')
		.map((line): unknown => JSON.parse(line)) as [Publication, ...string[]];
	change(publication, texts);
	return [publication, [texts.slice(0, 5), [], texts.slice(5)]];
}

const flip64 = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
const flip = (hex: string) => (hex.startsWith('0') ? '1' : '0') + hex.slice(1);

describe('a draw', () => {
	test('has the order that the server and the checker in Python find', async () => {
		const outcome = await checkDraw(...changed());
		expect(outcome).toMatchObject({ served: Uint32Array.of(3, 2, 11, 10, 7, 1, 8, 0, 6, 5) });
	});

	test('of a ceremony holds', async () => {
		const secret = new TextEncoder().encode('what was in the envelope');
		const ceremony = (p: Publication) => {
			p.round = 0;
			p.beacon = {
				kind: 'ceremony',
				source: 'Lotto 6 aus 49',
				value: '4 8 15',
				secret: bytesToHex(secret),
				commitment: bytesToHex(sha256(secret)),
				signature: bytesToHex(secret) + bytesToHex(new TextEncoder().encode('4 8 15'))
			};
		};
		// Its seed is another than the example's, which is the last thing that is looked at.
		expect(await checkDraw(...changed(ceremony))).toEqual({ mismatch: 'seed' });
		const cheats: [string, (b: Publication['beacon']) => void][] = [
			['secret', (b) => (b.secret = flip(b.secret ?? ''))],
			['value', (b) => (b.value = '4 8 16')],
			['no source', (b) => (b.source = '')],
			['commitment', (b) => (b.commitment = flip(b.commitment ?? ''))]
		];
		for (const [name, cheat] of cheats) {
			const file = changed((p) => {
				ceremony(p);
				cheat(p.beacon);
			});
			expect(await checkDraw(...file), name).toEqual({ mismatch: 'beacon' });
		}
	});

	test.each<[string, string, (p: Publication, texts: string[]) => void]>([
		['another algorithm', 'algorithm', (p) => (p.algorithm = 'holdfast/draw/v2')],
		['another event', 'leaves', (p) => (p.event_id = 'evt_other')],
		['a bit of the root', 'root', (p) => (p.root = flip(p.root))],
		['a root that is not hex', 'root', (p) => (p.root = p.root.toUpperCase())],
		['a bit of the other root', 'struck_root', (p) => (p.struck_root = flip(p.struck_root))],
		['a bit of the seed', 'seed', (p) => (p.seed = flip(p.seed))],
		['a bit of the signature', 'beacon', (p) => (p.beacon.signature = p.beacon.signature.replace('b7', 'b6'))],
		['a bit of the randomness', 'beacon', (p) => (p.beacon.randomness = flip(p.beacon.randomness ?? ''))],
		['another round', 'beacon', (p) => p.round++],
		['another round than was announced', 'announced', (p) => (p.announced_round = p.round + 1)],
		['a tree that was not signed', 'checkpoint', (p) => (p.checkpoint!.signature = flip64(p.checkpoint!.signature))],
		['a tree of fewer', 'checkpoint', (p) => p.checkpoint!.size--],
		['another key', 'checkpoint', (p) => (p.receipt_keys = [flip64(p.receipt_keys![0]!)])],
		['no key', 'checkpoint', (p) => (p.receipt_keys = [])],
		['a round before the seal', 'round', (p) => (p.sealed_at = '2023-09-15T10:59:04Z')],
		['a leaf', 'leaves', (_, texts) => (texts[5] = texts[5]?.replace('evt', 'evs') ?? '')],
		['a commitment', 'root', (_, texts) => (texts[5] = texts[5]?.replace(/[0-9a-f]\n$/, 'g\n'.replace('g', 'f')) ?? '')],
		['two leaves', 'leaves', (_, texts) => texts.splice(0, 2, texts[1] ?? '', texts[0] ?? '')],
		['one leaf less', 'entrants', (_, texts) => texts.pop()],
		['one struck out later', 'struck_root', (p, texts) => (p.struck++, texts.push('holdfast/struck/v1\n10\nfraud\n'))],
		['a reason', 'struck_root', (_, texts) => texts.push(texts.pop()?.replace('left', 'fraud') ?? '')],
		['no reason', 'strikes', (_, texts) => texts.push(texts.pop()?.replace('left', 'other') ?? '')],
		['struck out twice', 'strikes', (_, texts) => texts.splice(-1, 1, texts.at(-2) ?? '')]
	])('in which somebody changed %s does not hold', async (_, mismatch, change) => {
		expect(await checkDraw(...changed(change))).toEqual({ mismatch });
	});

	test.each([undefined, null, {}, [], 'a draw', { algorithm: 1 }, { ...changed()[0], entrants: -1 }, { ...changed()[0], beacon: null }])(
		'is none: %o',
		async (document) => {
			expect(await checkDraw(document, [])).toEqual({ mismatch: 'file' });
		}
	);

	test('has leaves that are texts', async () => {
		expect(await checkDraw(changed()[0], [[3]])).toEqual({ mismatch: 'file' });
	});

	test('of more people than a browser can check is not begun', async () => {
		await expect(checkDraw(...changed((p) => (p.entrants = MOST + 1)))).rejects.toThrow(RangeError);
	});
});

describe('an order', () => {
	test.each([1, 2, 3, 4, 5, 16, 17, 256, 257, 5000])('of %i is a permutation', (n) => {
		const order = new Order(new Uint8Array(32), n);
		const places = new Set(Array.from({ length: n }, (_, i) => order.place(i)));
		expect(places.size).toBe(n);
		expect(Math.min(...places)).toBe(1);
		expect(Math.max(...places)).toBe(n);
	});

	test('has places for its entrants only', () => {
		const order = new Order(new Uint8Array(32), 5);
		for (const i of [-1, 5, 1.5, NaN]) expect(() => order.place(i)).toThrow(RangeError);
	});
});

test('the empty tree is the hash of nothing', () => {
	expect(new Tree().root()).toEqual(sha256(new Uint8Array()));
});

test('signatures are of their round, and of points', () => {
	const signature = hexToBytes('b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39');
	expect(quicknetSigned(1000, signature)).toBe(true);
	expect(quicknetSigned(1001, signature)).toBe(false);
	expect(quicknetSigned(1000, signature.slice(1))).toBe(false);
	expect(quicknetSigned(1000, new Uint8Array(48))).toBe(false);
	expect(
		quicknetSigned(
			1000,
			Uint8Array.from({ length: 48 }, (_, i) => (i === 0 ? 0xc0 : 0))
		)
	).toBe(false);
});

describe('a receipt that somebody kept', () => {
	/** Seals and signs again after a change, as somebody could who has the key. */
	const sealed = (p: Publication, texts: string[]) => {
		const tree = new Tree();
		texts.slice(0, p.entrants).forEach((text) => tree.add(text));
		p.root = bytesToHex(tree.root());
		const signature = ed25519.sign(new TextEncoder().encode(`holdfast/checkpoint/v1\n${p.event_id}\n${p.entrants}\n${p.root}\n`), new Uint8Array(32));
		p.checkpoint = { size: p.entrants, root: p.root, signature: Buffer.from(signature).toString('base64url') };
	};
	const exchange = (index: number) => (p: Publication, texts: string[]) => {
		texts[index] = texts[index]!.replace(/[0-9a-f]{4}\n$/, (end) => (end === '0000\n' ? '1111\n' : '0000\n'));
		sealed(p, texts);
	};

	test('agrees with the draw, and so does one that was given after the seal', async () => {
		expect(await checkDraw(...changed(), receipt)).toMatchObject({ publication: { entrants: 12 } });
		// What is sealed anew without a change is what it was.
		expect(await checkDraw(...changed(sealed), receipt)).toMatchObject({ publication: { entrants: 12 } });
	});

	test.each<[string, string, (p: Publication, texts: string[]) => unknown, string?]>([
		['somebody else has the place', 'receipt', exchange(7)],
		['somebody else has joined before', 'receipt', exchange(2)],
		['somebody else has joined with it', 'receipt', exchange(8)],
		['no tree was signed', 'checkpoint', (p) => (p.checkpoint = null)],
		['another key', 'receipt', (p) => (p.receipt_keys = [flip64(p.receipt_keys![0]!)])],
		['a bit of the signature', 'receipt', () => undefined, receipt.replace(/\n([\w-])([\w-]{85}\n)$/, (_, a, rest) => `\n${a === 'A' ? 'B' : 'A'}${rest}`)],
		['another index', 'receipt', () => undefined, receipt.replace('\n7\n', '\n8\n')],
		['another event', 'receipt', () => undefined, receipt.replace('summer', 'winter')],
		['another commitment', 'receipt', () => undefined, receipt.replace(/(\n0\n)(.)/, (_, a, c) => a + (c === '0' ? '1' : '0'))],
		['no receipt', 'receipt', () => undefined, 'x\n']
	])('does not agree: %s', async (_, mismatch, change, kept = receipt) => {
		expect(await checkDraw(...changed((p, texts) => void change(p, texts)), kept)).toEqual({ mismatch });
	});
});
