// @vitest-environment node
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Publication } from './check';
import type { Asked, Said } from './draw.worker';
import { checkPublished } from './published';
import { checkInWorker } from './worker';

const [document, ...texts] = readFileSync('../verify/example-draw.jsonl', 'utf8')
	.trimEnd()
	.split('\n')
	.map((line): unknown => JSON.parse(line)) as [Publication, ...string[]];

/** Answers as the API does, with so many leaves at once; `change` changes an answer. */
function serve(most: number, change: (path: string, body: unknown) => unknown = (_, body) => body) {
	const asked: string[] = [];
	const list = (all: string[], from: number) => ({ items: all.slice(from, from + most), next: from + most < all.length ? from + most : null });
	vi.stubGlobal('fetch', (address: string) => {
		const { pathname, searchParams } = new URL(address);
		const from = Number(searchParams.get('from'));
		asked.push(`${pathname} ${from}`);
		const all: Record<string, unknown> = {
			'/draw': document,
			'/draw/leaves': list(texts.slice(0, document.entrants), from),
			'/draw/struck': list(texts.slice(document.entrants), from)
		};
		return Promise.resolve(change(pathname, all[pathname])).then((body) => (body instanceof Response ? body : Response.json(body)));
	});
	return asked;
}
const draw = 'https://example.org/draw';
afterEach(() => void vi.unstubAllGlobals());

describe('a draw at its public addresses', () => {
	it.each([1, 5, 5000])('holds, %i leaves at once, and has places', async (most) => {
		const asked = serve(most);
		const told: number[] = [];
		expect(await checkPublished(draw, 11, (part) => told.push(part))).toEqual({ entrants: 12, place: 3, struck: false, kept: false });
		expect(told.at(-1)).toBe(1);
		expect(told).toEqual([...told].sort((a, b) => a - b));
		expect(new Set(asked).size, 'nothing is fetched twice').toBe(asked.length);
	});

	it('tells who was struck out, and who came after the seal', async () => {
		serve(5000);
		const struck = Array.from({ length: 12 }, (_, i) => i).filter((i) => texts.slice(12).some((text) => text.includes(`\n${i}\n`)));
		for (const index of struck)
			expect(await checkPublished(draw, index, () => undefined)).toEqual({ entrants: 12, place: undefined, struck: true, kept: false });
		expect(struck.length).toBe(document.struck);
		expect(await checkPublished(draw, 12, () => undefined)).toEqual({ entrants: 12, place: undefined, struck: false, kept: false });
	});

	it('agrees with the receipt of somebody who joined, and not with one that was changed', async () => {
		const receipt = readFileSync('../verify/example-receipt.txt', 'utf8');
		serve(4);
		expect(await checkPublished(draw, 7, () => undefined, receipt)).toMatchObject({ entrants: 12, place: 5, kept: true });
		expect(await checkPublished(draw, 7, () => undefined, receipt.replace('\n9\n', '\n8\n'))).toEqual({ mismatch: 'receipt' });
	});

	it('does not hold when a page is short, and follows no server for ever', async () => {
		serve(4, (path, body) => (path === '/draw/leaves' ? { items: [], next: 0 } : body));
		expect(await checkPublished(draw, 0, () => undefined)).toEqual({ mismatch: 'leaves' });
		serve(5000, (path, body) => (path === '/draw/struck' ? { items: [], next: null } : body));
		expect(await checkPublished(draw, 0, () => undefined)).toEqual({ mismatch: 'entrants' });
	});

	it('is not judged when the server does not answer', async () => {
		serve(4, (path, body) => (path === '/draw/leaves' ? Response.json({ code: 'unavailable' }, { status: 503 }) : body));
		await expect(checkPublished(draw, 0, () => undefined)).rejects.toMatchObject({ code: 'unavailable', status: 503 });
		vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
		await expect(checkPublished(draw, 0, () => undefined)).rejects.toThrow('no network');
	});

	// Other draws, by the address of their document: a million people, with what a server has sealed.
	if (process.env.HOLDFAST_DRAW)
		it('holds as a server has published it', { timeout: 600_000 }, async () => {
			const began = performance.now();
			const found = await checkPublished(process.env.HOLDFAST_DRAW!, 0, () => undefined);
			console.log(`checked: ${JSON.stringify(found)} in ${Math.round(performance.now() - began)} ms`);
			expect(found).toMatchObject({ entrants: Number(process.env.HOLDFAST_DRAW_ENTRANTS) });
		});
});

describe('the worker', () => {
	/** A worker that says these things when it is asked. */
	const stand = (...all: Said[]) => {
		const worker = {
			onmessage: null as Worker['onmessage'],
			onerror: null as Worker['onerror'],
			ended: false,
			asked: undefined as Asked | undefined,
			postMessage: (asked: Asked) => {
				worker.asked = asked;
				queueMicrotask(() => {
					for (const data of all) worker.onmessage?.call(worker as never, { data } as MessageEvent);
					if (all.length === 0) worker.onerror?.call(worker as never, { message: 'no memory' } as ErrorEvent);
				});
			},
			terminate: () => (worker.ended = true)
		};
		return worker;
	};
	const asked = { draw, index: 3 };

	it('says how far it is and what it found, and ends', async () => {
		const told: number[] = [];
		const worker = stand({ part: 0.5 }, { part: 1 }, { found: { mismatch: 'root' } });
		expect(
			await checkInWorker(
				asked,
				(part) => told.push(part),
				() => worker
			)
		).toEqual({ mismatch: 'root' });
		expect([told, worker.asked, worker.ended]).toEqual([[0.5, 1], asked, true]);
	});

	it('fails with a problem, or because it broke, and ends', async () => {
		for (const [worker, want] of [
			[stand({ problem: 'offline' }), { code: 'offline' }],
			[stand(), { message: 'draw: the worker failed: no memory' }]
		] as const) {
			await expect(
				checkInWorker(
					asked,
					() => undefined,
					() => worker
				)
			).rejects.toMatchObject(want);
			expect(worker.ended).toBe(true);
		}
	});
});
