// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { Problem } from '$lib/api/problem';
import { datesIn, newPlan, nthOf, weekdayOf, type Plan } from './plan';

const start = { starts_at: '2027-05-07T17:30:00Z', timezone: 'Europe/Berlin' }; // Friday, 19:30
const plan = (of: Partial<Plan> = {}): Plan => ({ ...newPlan(start), ...of });
const wrong = (p: Plan) => {
	try {
		datesIn(p, start, false);
	} catch (thrown) {
		return (thrown as Problem).fields.map((f) => [f.field, f.code]);
	}
	return [];
};

describe('a plan of dates', () => {
	it('begins with every week on the day of the start', () => {
		expect(datesIn(plan(), start, false)).toEqual({ rule: 'FREQ=WEEKLY;BYDAY=FR;COUNT=10' });
	});
	it('says each kind as a rule', () => {
		expect(datesIn(plan({ every: 'DAILY', interval: '2', ends: 'until', until: '2027-06-01' }), start, false)).toEqual({
			rule: 'FREQ=DAILY;INTERVAL=2;UNTIL=20270601'
		});
		expect(datesIn(plan({ every: 'MONTHLY', count: '3' }), start, false)).toEqual({ rule: 'FREQ=MONTHLY;COUNT=3' });
		expect(datesIn(plan({ every: 'NTH', count: '3' }), start, false)).toEqual({ rule: 'FREQ=MONTHLY;BYDAY=1FR;COUNT=3' });
		expect(datesIn(plan({ days: ['SU', 'MO'] }), start, false)).toEqual({ rule: 'FREQ=WEEKLY;BYDAY=MO,SU;COUNT=10' });
	});
	it('takes days that were picked at the time of the start, in summer and in winter', () => {
		const list = [
			{ key: 0, date: '2027-07-01' },
			{ key: 1, date: '2027-12-01' }
		];
		expect(datesIn(plan({ every: 'LIST', list }), start, false)).toEqual({ dates: ['2027-07-01T17:30:00.000Z', '2027-12-01T18:30:00.000Z'] });
	});
	it('counts the date that it goes on from only where the rule does', () => {
		expect(datesIn(plan({ count: '5' }), start, true).rule).toBe('FREQ=WEEKLY;BYDAY=FR;COUNT=6');
		expect(datesIn(plan({ count: '5', days: ['MO'] }), start, true).rule).toBe('FREQ=WEEKLY;BYDAY=MO;COUNT=5');
	});
	it('names what is wrong', () => {
		expect(wrong(plan({ interval: '0', days: [], count: '' }))).toEqual([
			['interval', 'out_of_range'],
			['days', 'required'],
			['count', 'required']
		]);
		expect(wrong(plan({ count: '401' }))).toEqual([['count', 'out_of_range']]);
		expect(wrong(plan({ ends: 'until' }))).toEqual([['until', 'required']]);
		expect(wrong(plan({ every: 'LIST' }))).toEqual([['dates[0]', 'required']]);
		expect(wrong(plan({ every: 'LIST', list: [] }))).toEqual([['rule', 'required']]);
	});
	it('knows the place of a day in its month', () => {
		expect([weekdayOf('2027-05-07'), nthOf('2027-05-07'), nthOf('2027-05-28'), nthOf('2027-05-29')]).toEqual(['FR', 1, 4, -1]);
	});
});
