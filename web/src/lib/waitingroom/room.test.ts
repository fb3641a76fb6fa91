// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { Event } from '$lib/event/event';
import { guards } from '$lib/event/guarded';
import { indexIn, pasted, pause, placeOf, quiet, roomPhase, slotOf, takesPart, waitMinutes, type Room } from './room';

const minute = 60_000;
const hour = 60 * minute;
const at = (ms: number) => new Date(ms).toISOString();
const event = (more: object = {}) =>
	({ id: 'evt_1', status: 'published', ends_at: at(9 * hour), waiting_room: { opens_at: at(hour), serves_at: at(2 * hour), closed: false }, ...more }) as Event;

describe('the phase of a waiting room', () => {
	it('follows from its terms and the time, as at the server', () => {
		expect([0, hour - 1, hour, 2 * hour - 1, 2 * hour, 9 * hour].map((now) => roomPhase(event(), now))).toEqual([
			'announced',
			'announced',
			'open',
			'open',
			'serving',
			'closed'
		]);
	});
	it('ends with the registration, the event, or when it is closed', () => {
		expect(roomPhase(event({ registration_cutoff: at(3 * hour) }), 3 * hour)).toBe('closed');
		expect(roomPhase(event({ status: 'cancelled' }), hour)).toBe('closed');
		expect(roomPhase(event({ waiting_room: { opens_at: at(0), serves_at: at(0), closed: true } }), hour)).toBe('closed');
		expect(roomPhase(event({ waiting_room: undefined }), hour)).toBeUndefined();
	});
	it('is sealed between the seal of a draw and the first who are called', () => {
		const draw = { mode: 'draw', opens_at: at(hour), seals_at: at(2 * hour), serves_at: at(3 * hour), closed: false };
		expect([hour, 2 * hour - 1, 2 * hour, 3 * hour].map((now) => roomPhase(event({ waiting_room: draw }), now))).toEqual(['open', 'open', 'sealed', 'serving']);
	});
	it('guards the sale while people join and are let in', () => {
		expect((['announced', 'open', 'sealed', 'drawn', 'serving', 'closed', undefined] as const).map(guards)).toEqual([
			false,
			true,
			true,
			true,
			true,
			false,
			false
		]);
	});
});

describe('a place', () => {
	const room = (draw?: object) => ({ mode: draw ? 'draw' : 'queue', draw }) as Room;
	const seed = '00'.repeat(32);
	it('has a time slot where people come in portions', () => {
		const slotted = { ...room({}), serves_at: at(hour), slots: { people: 100, minutes: 15 } } as Room;
		expect([1, 100, 101, 250].map((place) => slotOf(slotted, place)! - hour)).toEqual([0, 0, hour / 4, hour / 2]);
		expect(slotOf(room({}), 250)).toBeUndefined();
	});
	it('is that of arrival in a queue', async () => {
		expect(await placeOf(room(), 411)).toBe(412);
		expect(takesPart(room(), 411)).toBe(false);
	});
	it('is not known before the draw, except for people who come after the seal', async () => {
		expect(await placeOf(room({ kind: 'ceremony', entrants: null, late: false }), 2)).toBeUndefined();
		const sealed = room({ kind: 'ceremony', entrants: 5, late: false });
		expect(await placeOf(sealed, 4)).toBeUndefined();
		expect(await placeOf(sealed, 5)).toBe(6);
		expect([takesPart(sealed, 4), takesPart(sealed, 5)]).toEqual([true, false]);
	});
	it('is each number once in a draw, by its seed', async () => {
		const drawn = room({ kind: 'ceremony', entrants: 5, late: false, seed });
		const places = await Promise.all([0, 1, 2, 3, 4].map((i) => placeOf(drawn, i)));
		expect([...places].sort()).toEqual([1, 2, 3, 4, 5]);
		const other = await Promise.all([0, 1, 2, 3, 4].map((i) => placeOf(room({ kind: 'ceremony', entrants: 5, late: false, seed: 'ff'.repeat(32) }), i)));
		expect(other).not.toEqual(places);
		expect(await placeOf(drawn, 7)).toBe(8);
	});
	it('is there within 5 ms in a room of 14 million', async () => {
		const many = room({ kind: 'ceremony', entrants: 14_000_000, late: false, seed });
		await placeOf(many, 0);
		const began = performance.now();
		const place = (await placeOf(many, 13_999_999))!;
		expect(performance.now() - began).toBeLessThan(50); // a machine that is busy with tests
		expect(place).toBeLessThanOrEqual(14_000_000);
	});
});

describe('where somebody stands', () => {
	it('waits as long as those ahead take at the present rate', () => {
		expect(waitMinutes(412, 412, 0)).toBe(0);
		expect(waitMinutes(413, 412, 95)).toBe(1);
		expect(waitMinutes(603, 412, 95)).toBe(3);
		expect(waitMinutes(413, 412, 0)).toBeUndefined();
	});
});

describe('receipts', () => {
	const receipt = 'holdfast/receipt/v1\nevt_1\n411\n0\nabc\n';
	it('say their index, of their event only', () => {
		expect(indexIn(receipt, 'evt_1')).toBe(411);
		expect(indexIn(receipt, 'evt_2')).toBeUndefined();
		for (const other of ['', 'hello', receipt.replace('411', '-1'), receipt.replace('411', '4x'), receipt.replace('v1', 'v2')]) {
			expect(indexIn(other, 'evt_1')).toBeUndefined();
		}
	});
	it('are read as people paste them', () => {
		expect(pasted(`  ${receipt.replaceAll('\n', '\r\n')}\n `)).toBe(receipt);
	});
});

describe('asking again', () => {
	it('is soon while it matters, never by all at once, and just after the opening', () => {
		expect(pause('serving', 0, 0, 0)).toBe(1500);
		expect(pause('open', 0, 0, 1)).toBe(2500);
		expect(pause('announced', 10 * hour, 0, 0)).toBe(20_000);
		expect(pause('announced', 4000, 0, 0)).toBe(4500);
		expect(pause('announced', -4000, 0, 1)).toBe(3000);
	});
	it('is less often for whoever is far from their turn', () => {
		expect(pause('serving', 0, 10 * minute, 0)).toBe(1500);
		expect(pause('serving', 0, 10 * minute + 1, 0)).toBe(4500);
		expect(pause('serving', 0, 10 * hour, 1)).toBe(7500);
		expect(pause('closed', 0, 10 * hour, 1)).toBe(15_000);
	});
});

describe('how long nothing comes', () => {
	const served = (more: object) =>
		({ mode: 'queue', phase: 'serving', as_of: at(0), serves_at: at(0), serving: 1000, inside: 400, max_inside: 500, rate_per_minute: 600, ...more }) as Room;
	it('is by the pace at which people are called', () => {
		expect(quiet(served({}), 7000)).toBe(10 * minute);
		expect(quiet(served({}), 1100)).toBe(0); // there is room inside
		expect(quiet(served({}), 1101)).toBe(minute);
		expect(quiet(served({}), undefined)).toBe(0);
	});
	it('is by how many are ahead while nobody knows the pace', () => {
		const begins = { serving: 0, inside: 0, rate_per_minute: 0 };
		expect(quiet(served(begins), 501)).toBe(100);
		expect(quiet(served(begins), 14_000_500)).toBe(1_400_000_000);
		expect(quiet(served({ rate_per_minute: 0, inside: 600 }), 1002)).toBe(200); // max_inside was made smaller
	});
	it('is until the next moment that is known', () => {
		expect(quiet(served({ phase: 'open', serves_at: at(hour) }), 5)).toBe(hour);
		expect(quiet(served({ phase: 'open', serves_at: at(hour), seals_at: at(minute) }), undefined)).toBe(minute);
		expect(quiet(served({ phase: 'drawn', serves_at: at(hour) }), 5)).toBe(hour);
		expect(quiet(served({ phase: 'open', serves_at: null }), 5)).toBe(0);
		expect(quiet(served({ phase: 'sealed', serves_at: at(hour) }), undefined)).toBe(0); // a beacon is awaited
		expect(quiet(served({ slots: { people: 100, minutes: 15 } }), 250)).toBe(hour / 2);
	});
});
