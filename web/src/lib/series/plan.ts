import type { Schema } from '$lib/api/client';
import { Problem, type FieldProblem } from '$lib/api/problem';
import { whole } from '$lib/organizer/amount';
import { localOf, momentOf } from '$lib/organizer/zones';

/** When a series takes place, as it is chosen. NTH is the nth weekday of a month, LIST what was picked day by day. */
export type Every = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'NTH' | 'LIST';

export interface Plan {
	every: Every;
	interval: string;
	/** Of a week, as rules name them. */
	days: string[];
	ends: 'count' | 'until';
	count: string;
	until: string;
	list: { key: number; date: string }[];
}

/** The days of a week as rules name them, from Monday on. */
export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

/** When something starts: what the dates are counted from. */
export interface Start {
	starts_at: string;
	timezone: string;
}

const local = (start: Start) => localOf(new Date(start.starts_at), start.timezone);

/** The weekday of a date, as rules name it. */
export function weekdayOf(date: string): string {
	return weekdays[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7]!;
}

/** Which weekday of its month a date is: 1 to 4, or -1 where there is no fourth after it. */
export function nthOf(date: string): number {
	const nth = Math.ceil(Number(date.slice(8)) / 7);
	return nth > 4 ? -1 : nth;
}

/** What a plan begins with: every week, on the day of the start. */
export function newPlan(start: Start): Plan {
	const { date } = local(start);
	return { every: 'WEEKLY', interval: '1', days: [weekdayOf(date)], ends: 'count', count: '10', until: '', list: [{ key: 0, date: '' }] };
}

const most = 400;

/**
 * What a plan says to the API, or a problem with what is wrong. `more` are dates behind the
 * start, which a rule counts as its first where it matches.
 */
export function datesIn(plan: Plan, start: Start, more: boolean): Schema['SeriesDatesIn'] {
	const { date, time } = local(start);
	const wrong: FieldProblem[] = [];
	const add = (field: string, text: string) => wrong.push({ field, code: text.trim() ? 'out_of_range' : 'required', message: '' });
	if (plan.every === 'LIST') {
		const dates = plan.list.map(({ date: day }, i) => {
			const at = momentOf(day, time, start.timezone);
			if (!at) add(`dates[${i}]`, day);
			return at?.toISOString() ?? '';
		});
		if (!dates.length) add('rule', '');
		if (wrong.length) throw new Problem('invalid_request', 422, '', wrong);
		return { dates };
	}
	const parts = [`FREQ=${plan.every === 'NTH' ? 'MONTHLY' : plan.every}`];
	const interval = whole(plan.interval, 1);
	if (interval === undefined) add('interval', plan.interval);
	else if (interval > 1) parts.push(`INTERVAL=${interval}`);
	if (plan.every === 'WEEKLY') {
		if (!plan.days.length) add('days', '');
		parts.push(`BYDAY=${weekdays.filter((d) => plan.days.includes(d)).join(',')}`);
	}
	if (plan.every === 'NTH') parts.push(`BYDAY=${nthOf(date)}${weekdayOf(date)}`);
	if (plan.ends === 'count') {
		const count = whole(plan.count, 1);
		if (count === undefined || count > most) add('count', plan.count);
		const first = more && (plan.every !== 'WEEKLY' || plan.days.includes(weekdayOf(date)));
		parts.push(`COUNT=${(count ?? 0) + (first ? 1 : 0)}`);
	} else {
		if (!/^\d{4}-\d\d-\d\d$/.test(plan.until)) add('until', plan.until);
		parts.push(`UNTIL=${plan.until.replaceAll('-', '')}`);
	}
	if (wrong.length) throw new Problem('invalid_request', 422, '', wrong);
	return { rule: parts.join(';') };
}
