// @vitest-environment node
import { afterEach, expect, it, vi } from 'vitest';
import { visiting, visitFor } from './visits';

afterEach(() => vi.unstubAllGlobals());

it('asks once for each event, and shows it with what takes part', async () => {
	const ask = vi.fn((_: string) => Promise.resolve(Response.json({ visit: 'signed' })));
	vi.stubGlobal('fetch', ask);
	visiting('evt_1');
	visiting('evt_1');
	for (const call of ['registrations', 'orders', 'waitlist:join', 'waiting-room:join']) {
		expect(await visitFor(`https://holdfast.example/v1/events/evt_1/${call}`)).toBe('signed');
	}
	for (const other of ['/v1/events/evt_1/codes:try', '/v1/events/evt_2/orders', '/v1/orders/ord_1:cancel']) {
		expect(await visitFor(`https://holdfast.example${other}`)).toBeUndefined();
	}
	expect(ask.mock.calls.map(([url]) => url)).toEqual(['/v1/events/evt_1/visit']);
});

it('goes without when there is no answer, and asks again the next time', async () => {
	const url = 'https://holdfast.example/v1/events/evt_3/orders';
	vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
	visiting('evt_3');
	expect(await visitFor(url)).toBeUndefined();
	vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}', { status: 429 })));
	visiting('evt_3');
	expect(await visitFor(url)).toBeUndefined();
	vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ visit: 'later' })));
	visiting('evt_3');
	expect(await visitFor(url)).toBe('later');
});
