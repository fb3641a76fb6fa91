// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { minorOf, typed, whole } from './amount';
import { localOf, momentOf, momentOfText, together } from './zones';

describe('a time on the clocks of a zone', () => {
	it('is a moment', () => {
		expect(momentOf('2027-07-01', '18:00', 'Europe/Berlin')?.toISOString()).toBe('2027-07-01T16:00:00.000Z');
		expect(momentOf('2027-01-01', '18:00', 'America/New_York')?.toISOString()).toBe('2027-01-01T23:00:00.000Z');
		expect(momentOf('2027-01-01', '00:15', 'Asia/Kathmandu')?.toISOString()).toBe('2026-12-31T18:30:00.000Z');
		expect(momentOfText('2027-07-01T18:00', 'UTC')?.toISOString()).toBe('2027-07-01T18:00:00.000Z');
	});
	it('is the first of two when clocks go back, and follows the jump when they go forward', () => {
		expect(momentOf('2027-10-31', '02:30', 'Europe/Berlin')?.toISOString()).toBe('2027-10-31T00:30:00.000Z');
		expect(momentOf('2027-03-28', '02:30', 'Europe/Berlin')?.toISOString()).toBe('2027-03-28T01:30:00.000Z');
	});
	it('comes back as it was typed', () => {
		for (const zone of ['Europe/Lisbon', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC']) {
			for (let hour = 0; hour < 24 * 400; hour += 31) {
				const at = new Date(Date.UTC(2027, 0, 1, hour));
				const { date, time } = localOf(at, zone);
				expect([zone, together(momentOf(date, time, zone)!, zone)]).toEqual([zone, `${date}T${time}`]);
			}
		}
	});
	it('is none while something is missing', () => {
		expect(momentOf('', '18:00', 'UTC')).toBeUndefined();
		expect(momentOf('2027-01-01', '', 'UTC')).toBeUndefined();
	});
});

describe('an amount', () => {
	it('is read with a point or a comma', () => {
		expect(['12', '12.5', '12,50', '1.234,50', '1,234.50', '1,234', '0', '.5', "1'000"].map((s) => minorOf(s, 'EUR'))).toEqual([
			1200, 1250, 1250, 123450, 123450, 123400, 0, 50, 100000
		]);
		expect(minorOf('500', 'JPY')).toBe(500);
		expect(minorOf('1,234', 'KWD')).toBe(1234);
	});
	it('is refused when it is none', () => {
		expect(['', '-3', '12.345,678', 'twelve', '1.2345'].map((s) => minorOf(s, 'EUR'))).toEqual([undefined, undefined, undefined, undefined, undefined]);
		expect(minorOf('5.5', 'JPY')).toBeUndefined();
	});
	it('comes back as it was', () => {
		for (const n of [0, 5, 50, 1200, 123450]) expect(minorOf(typed(n, 'EUR'), 'EUR')).toBe(n);
	});
	it('is whole where it must be', () => expect([whole('12'), whole('0', 1), whole('1.5'), whole('')]).toEqual([12, undefined, undefined, undefined]));
});
