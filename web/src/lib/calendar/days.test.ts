// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { axisOf, beginOf, dateAfter, dateInMonths, dayOf, endOf, momentsOf, monthOf, Scale, weekOf } from './days';

const at = (s: string) => Date.parse(s);

describe('dates', () => {
	it('counts days and months over the ends of months and years', () => {
		expect(dateAfter('2027-12-31', 1)).toBe('2028-01-01');
		expect(dateAfter('2028-03-01', -1)).toBe('2028-02-29');
		expect(dateInMonths('2027-01-31', 1)).toBe('2027-02-28');
		expect(dateInMonths('2027-01-15', -1)).toBe('2026-12-15');
		expect(weekOf('2027-03-28')).toEqual(['2027-03-22', '2027-03-23', '2027-03-24', '2027-03-25', '2027-03-26', '2027-03-27', '2027-03-28']);
		expect(monthOf('2027-02-10').flat().length).toBe(28);
		expect(monthOf('2027-02-10')[0]![0]).toBe('2027-02-01');
		expect(monthOf('2026-11-10').map((w) => w[0])).toEqual(['2026-10-26', '2026-11-02', '2026-11-09', '2026-11-16', '2026-11-23', '2026-11-30']);
	});
});

/** Zones and days on which clocks are changed: with the rows of the day, what is missing and what is there twice. */
const changes: [zone: string, date: string, rows: number, missing: string[], twice: string[]][] = [
	['Europe/Berlin', '2027-03-28', 46, ['02:00', '02:30'], []],
	['Europe/Berlin', '2027-10-31', 50, [], ['02:00', '02:30']],
	['America/New_York', '2027-11-07', 50, [], ['01:00', '01:30']],
	['Australia/Lord_Howe', '2027-10-03', 47, ['02:00'], []],
	['Australia/Lord_Howe', '2027-04-04', 49, [], ['01:30']],
	['Africa/Cairo', '2027-04-30', 46, ['00:00', '00:30'], []],
	['Asia/Kolkata', '2027-03-28', 48, [], []]
];

describe.each(changes)('a day of %s, %s', (zone, date, rows, missing, twice) => {
	const day = dayOf(date, zone);
	it('has its rows', () => {
		expect(day.slots.length).toBe(rows);
		expect(day.to - day.from).toBe(rows * 1_800_000);
		const keys = day.slots.map((s) => s.key);
		for (const key of missing) expect(keys).not.toContain(key);
		for (const key of twice) expect(keys).toContain(`${key} 2`);
		expect(endOf(day.slots.at(-1)!, day)).toBe(day.to);
	});
	it('says which moments a time can be', () => {
		for (const key of missing) expect(momentsOf(date, key, zone)).toEqual([]);
		for (const key of twice) {
			const [first, second] = momentsOf(date, key, zone);
			expect(second!.getTime() - first!.getTime()).toBe(zone === 'Australia/Lord_Howe' ? 1_800_000 : 3_600_000);
		}
		expect(momentsOf(date, '12:00', zone).length).toBe(1);
	});
	it('puts each of its moments into a row beside usual days, and finds it there again', () => {
		const axis = axisOf([dayOf(dateAfter(date, -1), zone), day, dayOf(dateAfter(date, 1), zone)]);
		expect(axis.length).toBe(Math.max(48, rows));
		const scale = new Scale(day, axis);
		for (const slot of day.slots) {
			const row = scale.begin(slot.at);
			expect(axis[row]).toBe(slot.key);
			expect(scale.moment(row)).toBe(slot.at);
			expect(scale.slot(row)).toBe(slot);
			expect(scale.end(endOf(slot, day))).toBe(row + 1);
		}
		const gaps = axis.map((_, row) => scale.slot(row)).filter((s) => !s).length;
		expect(gaps).toBe(axis.length - rows);
	});
});

describe('a scale', () => {
	it('draws what goes over a gap from before it to behind it', () => {
		const day = dayOf('2027-03-28', 'Europe/Berlin');
		const axis = axisOf([day, dayOf('2027-03-27', 'Europe/Berlin')]);
		const scale = new Scale(day, axis);
		expect([
			scale.begin(at('2027-03-28T00:30:00Z')),
			scale.end(at('2027-03-28T01:00:00Z')),
			scale.begin(at('2027-03-28T01:00:00Z')),
			scale.end(at('2027-03-28T01:30:00Z'))
		]).toEqual([3, 4, 6, 7]);
		expect(scale.moment(4.5)).toBe(at('2027-03-28T01:00:00Z'));
	});
	it('cuts off what is before and after the day', () => {
		const day = dayOf('2027-06-01', 'Europe/Berlin');
		const scale = new Scale(day, axisOf([day]));
		expect([scale.begin(day.from - 1e9), scale.end(day.to + 1e9), scale.begin(day.from + 2_700_000), scale.moment(48)]).toEqual([0, 48, 1.5, undefined]);
	});
	it('begins a day after midnight where clocks jump over it', () => {
		expect(beginOf('2027-04-30', 'Africa/Cairo')).toBe(at('2027-04-29T22:00:00Z'));
	});
});
