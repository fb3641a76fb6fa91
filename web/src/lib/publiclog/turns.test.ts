// @vitest-environment node
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { reasonsBySubject } from '$lib/api/lists';
import { turns as t } from '$lib/translations/turns';
import { bundlePath, bundles, read } from './bundles';
import type { Said } from './rules.worker';
import { Refusal, Turns } from './turns';

afterEach(() => void vi.unstubAllGlobals());

describe('the entries of a log', () => {
	it('have the addresses of tlog-tiles', () => {
		expect([
			bundlePath(0, 256),
			bundlePath(0, 255),
			bundlePath(1, 257),
			bundlePath(999, 256_000),
			bundlePath(1234, 10_000_000),
			bundlePath(1_234_067, 1e9)
		]).toEqual([
			'tile/entries/000',
			'tile/entries/000.p/255',
			'tile/entries/001.p/1',
			'tile/entries/999',
			'tile/entries/x001/234',
			'tile/entries/x001/x234/067'
		]);
	});

	it('come in their order, a few at once', async () => {
		let most = 0;
		const open: (() => void)[] = [];
		vi.stubGlobal('fetch', (address: string) => {
			const answer = new Promise<Response>((done) => open.push(() => done(new Response(address))));
			most = Math.max(most, open.length);
			setTimeout(() => open.pop()?.()); // the last one first
			return answer;
		});
		const got: string[] = [];
		for await (const bundle of bundles('/log/evt_1/', 256 * 9 + 1)) got.push(new TextDecoder().decode(bundle));
		expect(got).toEqual([...Array(9).keys()].map((n) => `/log/evt_1/tile/entries/00${n}`).concat('/log/evt_1/tile/entries/009.p/1'));
		expect(most).toBeGreaterThan(1);
		expect(most).toBeLessThanOrEqual(6);
	});

	it('are waited for as long as the server says, and not when it has none', async () => {
		const answers = [new Response('{"code":"rate_limited"}', { status: 429, headers: { 'Retry-After': '3' } }), new Response('ok')];
		vi.stubGlobal('fetch', () => Promise.resolve(answers.shift()));
		const waited: number[] = [];
		expect(new TextDecoder().decode(await read('/x', (s) => Promise.resolve(void waited.push(s))))).toBe('ok');
		expect(waited).toEqual([3]);
		vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"code":"log_stopped","status":503}', { status: 503 })));
		await expect(read('/x')).rejects.toMatchObject({ code: 'log_stopped' });
	});
});

describe('the rules in a worker', () => {
	/** A worker that answers as told. */
	function running(answer: (asked: { turn: number }) => Said[]) {
		const worker = {
			onmessage: null as Worker['onmessage'],
			onerror: null as Worker['onerror'],
			terminate: vi.fn(),
			postMessage: (asked: { turn: number }) => answer(asked).forEach((data) => worker.onmessage?.call(worker as never, { data } as MessageEvent))
		};
		return worker;
	}

	it('tell how much they have read, and answer each question', async () => {
		const turns = new Turns(() =>
			running(({ turn, ...asked }) => [
				{ turn, part: 0.5 },
				{ turn, value: asked }
			])
		);
		const parts: number[] = [];
		expect(await turns.read('/log/e/', 'key', [], (p) => parts.push(p))).toEqual({ read: { prefix: '/log/e/', key: 'key', tiers: [] } });
		expect(parts).toEqual([0.5]);
		expect(await turns.list(20, 10, 'not_next')).toEqual({ turns: { from: 20, count: 10, verdict: 'not_next' } });
		expect(await Promise.all([turns.story('a'), turns.own('b')])).toEqual([{ story: 'a' }, { own: 'b' }]);
	});

	it('say why they do not answer', async () => {
		const refused = new Turns(() => running(({ turn }) => [{ turn, error: 'root' }]));
		await expect(refused.story('a')).rejects.toEqual(new Refusal('root'));
		const away = new Turns(() => running(({ turn }) => [{ turn, problem: 'offline' }]));
		await expect(away.story('a')).rejects.toMatchObject({ code: 'offline' });
		const broken = running(() => []);
		const turns = new Turns(() => broken);
		const waits = turns.story('a');
		broken.onerror?.call(broken as never, { message: 'no memory' } as ErrorEvent);
		await expect(waits).rejects.toThrow('no memory');
		turns.end();
		expect(broken.terminate).toHaveBeenCalled();
	});
});

describe('what is told', () => {
	beforeAll(() => Promise.all([t.load('en'), t.load('de')]));
	it('has words for every row of an entry', () => {
		const reasons = reasonsBySubject.wle.filter((r) => r !== 'passed_party_size');
		expect(reasons.filter((r) => !t.has(`step.${r}`))).toEqual([]);
	});
});
