// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { Event } from '$lib/event/event';
import { chance, guards, pasted, pause, placeIn, roomPhase, waitMinutes } from './room';

const hour = 3_600_000;
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
	it('guards the sale while people join and are let in', () => {
		expect((['announced', 'open', 'serving', 'closed', undefined] as const).map(guards)).toEqual([false, true, true, false, false]);
	});
});

describe('where somebody stands', () => {
	it('waits as long as those ahead take at the present rate', () => {
		expect(waitMinutes(412, 412, 0)).toBe(0);
		expect(waitMinutes(413, 412, 95)).toBe(1);
		expect(waitMinutes(603, 412, 95)).toBe(3);
		expect(waitMinutes(413, 412, 0)).toBeUndefined();
	});
	it('is told how likely something is left, by two tickets each', () => {
		expect([chance(0, 1), chance(34, 100), chance(50, 100), chance(66, 100), chance(0, 0)]).toEqual(['likely', 'likely', 'possible', 'unlikely', 'unlikely']);
	});
});

describe('receipts', () => {
	const receipt = 'holdfast/receipt/v1\nevt_1\n411\n0\nabc\n';
	it('say their place, of their event only', () => {
		expect(placeIn(receipt, 'evt_1')).toBe(412);
		expect(placeIn(receipt, 'evt_2')).toBeUndefined();
		for (const other of ['', 'hello', receipt.replace('411', '-1'), receipt.replace('411', '4x'), receipt.replace('v1', 'v2')]) {
			expect(placeIn(other, 'evt_1')).toBeUndefined();
		}
	});
	it('are read as people paste them', () => {
		expect(pasted(`  ${receipt.replaceAll('\n', '\r\n')}\n `)).toBe(receipt);
	});
});

describe('asking again', () => {
	it('is soon while it matters, never by all at once, and just after the opening', () => {
		expect(pause('serving', 0, 0)).toBe(1500);
		expect(pause('open', 0, 1)).toBe(2500);
		expect(pause('announced', 10 * hour, 0)).toBe(20_000);
		expect(pause('announced', 4000, 0)).toBe(4500);
		expect(pause('announced', -4000, 1)).toBe(3000);
	});
});
