// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { band, lastWave, nextPlace, windowOf } from './consequence';

const waitlist = (...units: number[]) => units.map((n) => ({ units: n, passed: 0 }));

describe('the next free place', () => {
	it('goes to the head when the party fits', () => {
		expect(nextPlace([], 'strict', 0)).toEqual({ kind: 'nobody' });
		expect(nextPlace(waitlist(1, 4), 'strict', 0)).toEqual({ kind: 'head', units: 1 });
		expect(nextPlace(waitlist(3), 'bounded_skip', 2)).toEqual({ kind: 'head', units: 3 });
	});
	it('waits for the head when nobody may pass', () => {
		expect(nextPlace(waitlist(4, 1), 'strict', 1)).toEqual({ kind: 'gathers', units: 4, missing: 2, worn: false });
	});
	it('passes to the next party that fits', () => {
		expect(nextPlace(waitlist(4, 2, 1), 'bounded_skip', 0)).toEqual({ kind: 'passes', place: 3, units: 1, over: 4, times: 1 });
	});
	it('gathers when nobody fits, or somebody was passed often enough', () => {
		expect(nextPlace(waitlist(4, 2), 'bounded_skip', 0)).toEqual({ kind: 'gathers', units: 4, missing: 3, worn: false });
		expect(
			nextPlace(
				[
					{ units: 4, passed: 3 },
					{ units: 1, passed: 0 }
				],
				'bounded_skip',
				0
			)
		).toEqual({ kind: 'gathers', units: 4, missing: 3, worn: true });
		expect(
			nextPlace(
				[
					{ units: 4, passed: 1 },
					{ units: 2, passed: 3 },
					{ units: 1, passed: 0 }
				],
				'bounded_skip',
				0
			).kind
		).toBe('gathers');
	});
});

describe('the time to claim', () => {
	const rules = { seconds: 6 * 3600, quiet: { from: '22:00', to: '08:00' }, timeCritical: false };
	const ends = (now: string, more = {}, last?: string) =>
		windowOf(new Date(now), 'Europe/Berlin', { ...rules, ...more }, last ? new Date(last) : undefined).ends.toISOString();

	it('begins at once by day and in the morning by night', () => {
		expect(ends('2027-07-01T12:00:00Z')).toBe('2027-07-01T18:00:00.000Z');
		expect(ends('2027-07-01T21:00:00Z')).toBe('2027-07-02T12:00:00.000Z');
		expect(ends('2027-07-01T03:00:00Z')).toBe('2027-07-01T12:00:00.000Z');
		expect(ends('2027-07-01T21:00:00Z', { timeCritical: true })).toBe('2027-07-02T03:00:00.000Z');
		expect(ends('2027-07-01T11:00:00Z', { quiet: { from: '12:30', to: '14:00' } })).toBe('2027-07-01T18:00:00.000Z');
	});
	it('never outlives the end of registration', () => {
		expect(ends('2027-07-01T12:00:00Z', {}, '2027-07-01T13:00:00Z')).toBe('2027-07-01T13:00:00.000Z');
		expect(ends('2027-07-01T21:00:00Z', {}, '2027-07-01T23:00:00Z')).toBe('2027-07-01T23:00:00.000Z');
	});
});

it('shows places in bands', () => {
	expect([1, 10, 11, 50, 51, 101, 700].map((n) => band(n).from)).toEqual([1, 1, 11, 11, 51, 101, 501]);
});
it('counts the time of waves', () => expect([lastWave(20, 5, 60), lastWave(21, 5, 60), lastWave(3, 5, 60), lastWave(9, 0, 60)]).toEqual([180, 240, 0, 0]));
