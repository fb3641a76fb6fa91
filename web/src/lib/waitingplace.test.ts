import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forget, joiningKey, keep, keptOf, learn, paid, passFor, passOf } from './waitingplace';

function fakeStorage(): Storage {
	const kept = new Map<string, string>();
	return {
		getItem: (k: string) => kept.get(k) ?? null,
		setItem: (k: string, v: string) => void kept.set(k, v),
		removeItem: (k: string) => void kept.delete(k)
	} as unknown as Storage;
}

describe('a place in a waiting room', () => {
	beforeEach(() => vi.stubGlobal('localStorage', fakeStorage()));
	afterEach(() => {
		forget('evt_1');
		vi.unstubAllGlobals();
	});
	const place = { receipt: 'r' };
	const inside = { ...place, pass: 'p', until: Date.now() + 60_000 };

	it('comes back for its event only', () => {
		keep('evt_1', place);
		expect(keptOf('evt_1')).toEqual(place);
		expect(keptOf('evt_2')).toBeUndefined();
		forget('evt_1');
		expect(keptOf('evt_1')).toBeUndefined();
	});
	it('is nothing when something else stands there', () => {
		for (const other of ['{', 'null', '[]', '{"receipt":1}', '{"receipt":"r","until":"x"}']) {
			localStorage.setItem('holdfast room evt_1', other);
			expect(keptOf('evt_1')).toBeUndefined();
		}
	});
	it('has a pass until its time is over, or it was given up', () => {
		keep('evt_1', inside);
		expect(passOf('evt_1')?.pass).toBe('p');
		expect(passOf('evt_1', inside.until)).toBeUndefined();
		keep('evt_1', { ...inside, done: true });
		expect(passOf('evt_1')).toBeUndefined();
	});
	it('shows its pass where its event is changed, and nowhere else', () => {
		keep('evt_1', inside);
		expect(passFor('https://holdfast.test/v1/events/evt_1/registrations')).toBe('p');
		expect(passFor('https://holdfast.test/v1/events/evt_1/waitlist:join')).toBe('p');
		expect(passFor('https://holdfast.test/v1/events/evt_2/orders')).toBeUndefined();
		expect(passFor('https://holdfast.test/v1/me')).toBeUndefined();
	});
	it('is done when something was taken with its pass', async () => {
		const ends: [string, Response][] = [
			['registrations', Response.json({ status: 'confirmed' }, { status: 201 })],
			['waitlist:join', Response.json({ status: 'waiting' }, { status: 201 })],
			['orders', Response.json({ id: 'ord_1', status: 'confirmed' }, { status: 201 })],
			['orders', Response.json({ code: 'pass_used' }, { status: 410 })]
		];
		for (const [route, answer] of ends) {
			keep('evt_1', inside);
			await learn(`https://holdfast.test/v1/events/evt_1/${route}`, answer);
			expect(keptOf('evt_1'), route).toMatchObject({ receipt: 'r', done: true, taken: true });
		}
		keep('evt_1', inside);
		await learn('https://holdfast.test/v1/events/evt_1/orders', Response.json({ code: 'pass_over' }, { status: 410 }));
		expect(keptOf('evt_1')).toEqual({ ...inside, done: true });
	});
	it('stays good when nothing was taken', async () => {
		const nothing: [string, Response][] = [
			['registrations', Response.json({ code: 'sold_out' }, { status: 409 })],
			['orders', Response.json({ code: 'sold_out' }, { status: 409 })],
			['orders', new Response('<h1>Bad gateway</h1>', { status: 502 })],
			['orders:quote', Response.json({ status: 'confirmed' })]
		];
		for (const [route, answer] of nothing) {
			keep('evt_1', inside);
			await learn(`https://holdfast.test/v1/events/evt_1/${route}`, answer);
			expect(keptOf('evt_1'), route).toEqual(inside);
		}
		await learn('https://holdfast.test/v1/events/evt_2/registrations', Response.json({}, { status: 201 }));
		expect(keptOf('evt_2')).toBeUndefined();
	});
	it('is done when the order that was placed with it is paid, and no other', async () => {
		keep('evt_1', inside);
		await learn('https://holdfast.test/v1/events/evt_1/orders', Response.json({ id: 'ord_1', status: 'pending' }, { status: 201 }));
		paid('evt_1', 'ord_of_before');
		paid('evt_2', 'ord_1');
		expect(passOf('evt_1')?.pass).toBe('p');
		paid('evt_1', 'ord_1');
		expect(passOf('evt_1')).toBeUndefined();
		expect(keptOf('evt_1')?.taken).toBe(true);
	});
	it('is joined with one key, until it is forgotten', () => {
		let n = 0;
		const make = () => `key ${++n}`;
		expect([joiningKey('evt_1', make), joiningKey('evt_1', make)]).toEqual(['key 1', 'key 1']);
		forget('evt_1');
		expect(joiningKey('evt_1', make)).toBe('key 2');
	});
	it('lasts as long as the page where nothing can be kept', () => {
		vi.stubGlobal('localStorage', {
			getItem: () => {
				throw new DOMException('no');
			},
			setItem: () => {
				throw new DOMException('no');
			},
			removeItem: () => {
				throw new DOMException('no');
			}
		});
		keep('evt_1', place);
		expect(keptOf('evt_1')).toEqual(place);
	});
});
