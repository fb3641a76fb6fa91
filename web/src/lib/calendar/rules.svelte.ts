import type { Schema } from '$lib/api/client';
import type { Venue } from './house';

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof weekdays)[number];

/** From when to when a venue is open. */
export interface Span {
	key: number;
	opens: string;
	closes: string;
}
/** A date with hours of its own; without any it is closed. */
export interface Exception {
	key: number;
	date: string;
	spans: Span[];
}

let keys = 0;
const span = (opens: string, closes: string): Span => ({ key: ++keys, opens, closes });
const spans = (of: readonly { opens: string; closes: string }[] | undefined): Span[] => (of ?? []).map((o) => span(o.opens, o.closes));
const usual = () => span('09:00', '18:00');

/** The rules of a venue for bookings, as a form has them. */
export class Rules {
	timezone = $state('');
	setup = $state('');
	teardown = $state('');
	larger = $state(false);
	approval = $state(false);
	/** Open all day, every day. */
	always = $state(true);
	week = $state<Record<Weekday, Span[]>>({ monday: [], tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] });
	exceptions = $state<Exception[]>([]);

	constructor(v: Venue) {
		this.timezone = v.timezone;
		this.setup = String(v.default_setup_minutes);
		this.teardown = String(v.default_teardown_minutes);
		this.larger = v.buffer_rule === 'larger';
		this.approval = v.needs_approval;
		const { weekly, exceptions } = v.opening_hours;
		this.always = weekly.length === 0;
		for (const day of weekdays) this.week[day] = spans(weekly.filter((o) => o.weekday === day));
		this.exceptions = (exceptions ?? []).map((e) => ({ key: ++keys, date: e.date, spans: spans(e.openings) }));
	}

	/** Opens on a weekday, or once more on it. */
	open(day: Weekday): void {
		this.week[day].push(usual());
	}
	except(date: string): void {
		this.exceptions.push({ key: ++keys, date, spans: [] });
	}
	reopen(e: Exception): void {
		e.spans.push(usual());
	}

	/** What is missing or no number, by the names of the API's fields. */
	readonly wrong = $derived.by(() => {
		const wrong: Record<string, string> = {};
		if (!/^\d+$/.test(this.setup.trim())) wrong['default_setup_minutes'] = 'wrong_type';
		if (!/^\d+$/.test(this.teardown.trim())) wrong['default_teardown_minutes'] = 'wrong_type';
		// Without any hours of the week a venue would be open always, which it says otherwise.
		if (!this.always && !weekdays.some((d) => this.week[d].length)) wrong['opening_hours'] = 'required';
		return wrong;
	});

	/** As the API takes them. */
	get body(): Schema['VenueChange'] {
		const times = (list: readonly Span[]) => list.map(({ opens, closes }) => ({ opens, closes }));
		return {
			timezone: this.timezone,
			buffer_rule: this.larger ? 'larger' : 'sum',
			default_setup_minutes: Number(this.setup),
			default_teardown_minutes: Number(this.teardown),
			needs_approval: this.approval,
			opening_hours: {
				weekly: this.always ? [] : weekdays.flatMap((weekday) => times(this.week[weekday]).map((t) => ({ weekday, ...t }))),
				exceptions: this.exceptions.map((e) => ({ date: e.date, openings: times(e.spans) }))
			}
		};
	}

	/** The field of the API that a time of the form is, for what is said of it. */
	fieldOf(of: Span, end: 'opens' | 'closes'): string {
		const weekly = weekdays.flatMap((d) => this.week[d]).findIndex((s) => s.key === of.key);
		if (weekly >= 0) return `opening_hours.weekly[${weekly}].${end}`;
		const e = this.exceptions.findIndex((x) => x.spans.some((s) => s.key === of.key));
		return `opening_hours.exceptions[${e}].openings[${this.exceptions[e]?.spans.findIndex((s) => s.key === of.key)}].${end}`;
	}
}
