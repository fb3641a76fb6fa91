import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Schema } from '$lib/api/client';
import { serve, until } from '$lib/testing/page';
import { ticking } from '$lib/ui/clock.svelte';
import { followingOwn, type Heard } from './ownstream';

vi.mock('svelte', async (original) => ({ ...(await original<object>()), onMount: () => undefined }));

const test = serve();
const now = Date.parse('2030-05-01T12:00:00Z');
const expiry = (of: Partial<Schema['LiveExpiry']> = {}): Schema['LiveExpiry'] => ({
	event_id: 'evt_1',
	ref: 'ord_1',
	expires_at: '2030-05-01T12:05:00Z',
	seconds_left: 300,
	...of
});
let heard: Heard[];
let asked: number;
let asking: boolean[];
let stop: () => void;
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
	vi.useFakeTimers({ now });
	[heard, asked, asking] = [[], 0, []];
});
afterEach(() => stop());

function follow(token?: string, ref?: string) {
	stop = followingOwn({ token, ref, told: (h) => heard.push(h), ask: () => asked++, every: 1000, asks: (yes) => asking.push(yes) });
}
const opened = (n: number) => until(() => expect(test.server.ownOpened.length).toBe(n));

describe('the stream of a person', () => {
	it('is of the link and of what it is about, tells what comes in whatever pieces, and asks nothing', async () => {
		follow('hl_ada', 'ord_1');
		await opened(1);
		expect(test.server.ownOpened[0]!.link).toBe('Bearer hl_ada');
		expect(test.server.ownOpened[0]!.query.get('ref')).toBe('ord_1');
		test.server.writeOwn('retry: 700\n\n:\n\nevent: reservation_ex');
		test.server.writeOwn(`piring\nid: a.1\nda`);
		test.server.writeOwn(`ta: ${JSON.stringify(expiry())}\n`);
		test.server.writeOwn('\n');
		await until(() => expect(heard).toEqual([{ name: 'reservation_expiring', data: expiry() }]));
		await pass(30_000);
		expect(asked).toBe(0);
		expect(asking).toEqual([]);
	});

	it('comes back when the server said, and says what it has seen last', async () => {
		follow();
		await opened(1);
		expect(test.server.ownOpened[0]!.link).toBe(null);
		test.server.writeOwn('retry: 700\n\n');
		test.server.tellOwn('reservation_expiring', 'LiveExpiry', expiry(), 'a.7');
		await until(() => expect(heard.length).toBe(1));
		test.server.endOwn();
		await pass(600);
		expect(test.server.ownOpened.length).toBe(1);
		await pass(200);
		await opened(2);
		expect(test.server.ownOpened[1]!.last).toBe('a.7');
		await pass(20_000);
		expect(asked).toBe(0);
	});

	it('is replaced by asking where it is refused, and asking by it when it is not any more', async () => {
		test.server.refuseOwn = 429;
		follow();
		await opened(1);
		await until(() => expect(asking).toEqual([true]));
		await pass(3100);
		expect(asked).toBe(3);
		test.server.refuseOwn = 0;
		// What watches over streams opens it again.
		await pass(10_000);
		await vi.dynamicImportSettled();
		await pass(5000);
		await until(() => expect(asking).toEqual([true, false]));
		expect(test.server.ownOpened.length).toBe(2);
		const until_now = asked;
		await pass(10_000);
		expect(asked).toBe(until_now);
	});

	it('is replaced by asking while there is no network, and where nothing comes of it', async () => {
		test.server.unreachable = true;
		follow();
		await pass(4900);
		expect(asking).toEqual([]);
		await pass(1200);
		expect(asking).toEqual([true]);
		test.server.unreachable = false;
		await pass(3100);
		await until(() => expect(asking).toEqual([true, false]));
	});

	it('is given up when it is silent for too long', async () => {
		follow();
		await opened(1);
		await pass(39_000);
		expect(test.server.own).toBe(1);
		test.server.writeOwn(':\n\n');
		await pass(39_000);
		expect(test.server.ownOpened.length).toBe(1);
		await pass(5000);
		await opened(2);
	});

	it('is closed when nobody follows any more', async () => {
		follow();
		await opened(1);
		stop();
		await until(() => expect(test.server.own).toBe(0));
		await pass(60_000);
		expect(test.server.ownOpened.length).toBe(1);
		expect(asked).toBe(0);
	});

	it('sets a clock right that is wrong by minutes', async () => {
		follow();
		await opened(1);
		expect(ticking().now).toBe(now);
		test.server.tellOwn('reservation_expiring', 'LiveExpiry', expiry({ seconds_left: 120 }));
		await until(() => expect(ticking().now).toBe(now + 180_000));
		test.server.tellOwn('reservation_expiring', 'LiveExpiry', expiry({ seconds_left: 300 }));
		await until(() => expect(ticking().now).toBe(now));
	});
});
