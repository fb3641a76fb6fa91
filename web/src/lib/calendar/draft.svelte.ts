import { zoneName } from '$lib/i18n/dates';
import { localOf, momentOf } from '$lib/organizer/zones';
import { dateAfter, dateInMonths, momentsOf, weekday } from './days';
import { chosenOf, sound, type Chosen } from './addons';
import type { NewBooking } from './bookings';
import type { Booking, Venue } from './house';

/** A date and a time as people type them, and which of two moments is meant where clocks show it twice. */
export class When {
	date = $state('');
	time = $state('');
	/** 0 is the first. */
	which = $state('0');
	readonly #zone: string;

	constructor(at: number, zone: string) {
		this.#zone = zone;
		this.set(at);
	}

	set(at: number): void {
		({ date: this.date, time: this.time } = localOf(new Date(at), this.#zone));
		this.which = String(
			Math.max(
				0,
				this.moments.findIndex((m) => m.getTime() === at)
			)
		);
	}

	/** The moments that it can mean. */
	readonly moments = $derived.by(() => momentsOf(this.date, this.time, this.#zone));
	/** Where clocks show it twice: each, by the name of its zone. */
	readonly choices = $derived(this.moments.length > 1 ? this.moments.map((m, i) => ({ value: String(i), label: zoneName(m, this.#zone) })) : []);
	/** The moment that is meant, in ms; undefined while it is not whole. */
	readonly at = $derived.by(() => (this.moments[Number(this.which)] ?? this.moments[0] ?? momentOf(this.date, this.time, this.#zone))?.getTime());
	/** What clocks show in place of a time that they jump over. */
	readonly jumpsTo = $derived.by(() => (this.at !== undefined && this.moments.length === 0 ? localOf(new Date(this.at), this.#zone).time : undefined));
}

/** How often a booking can repeat. */
export const repeats = ['daily', 'weekly', 'biweekly', 'monthly'] as const;
export type Repeat = '' | (typeof repeats)[number];
/** What becomes of dates that are taken. */
export const conflictRules = ['wait', 'skip', 'all'] as const;

const letters = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** The rule of what begins on a date and repeats up to another one, as RFC 5545 writes it. */
export function ruleOf(repeat: Exclude<Repeat, ''>, first: string, last: string): string {
	const until = `UNTIL=${last.replaceAll('-', '')}`;
	if (repeat === 'daily') return `FREQ=DAILY;${until}`;
	if (repeat === 'weekly') return `FREQ=WEEKLY;${until}`;
	if (repeat === 'biweekly') return `FREQ=WEEKLY;INTERVAL=2;${until}`;
	return `FREQ=MONTHLY;BYDAY=${nthOf(first)}${letters[weekday(first)]};${until}`;
}

/** Which of its weekday in its month a date is, 1 to 4; -1 is the last. */
export const nthOf = (date: string): number => {
	const nth = Math.ceil(Number(date.slice(8)) / 7);
	return nth > 4 ? -1 : nth;
};

/** What a booking begins with. */
export interface Beginning {
	rooms: readonly string[];
	from: number;
	to: number;
	/** The booking that is moved. */
	moved?: Booking;
}

/** A booking, or a move of one, as the form has it. */
export class Draft {
	rooms = $state.raw<readonly string[]>([]);
	readonly from: When;
	readonly to: When;
	setup = $state('');
	teardown = $state('');
	layout = $state('');
	people = $state('');
	purpose = $state('');
	/** How many of which add-on. */
	addOns = $state<Chosen>({});
	repeat = $state<Repeat>('');
	until = $state('');
	conflicts = $state<(typeof conflictRules)[number]>('wait');
	readonly moved: Booking | undefined;

	constructor(venue: Venue, { rooms, from, to, moved }: Beginning) {
		this.rooms = rooms;
		this.from = new When(from, venue.timezone);
		this.to = new When(to, venue.timezone);
		this.setup = String(moved ? moved.setup_minutes : venue.default_setup_minutes);
		this.teardown = String(moved ? moved.teardown_minutes : venue.default_teardown_minutes);
		this.layout = moved?.layout ?? '';
		this.people = moved?.people ? String(moved.people) : '';
		this.purpose = moved?.purpose ?? '';
		this.moved = moved;
		this.until = dateInMonths(this.from.date, 3);
	}

	toggle(room: string): void {
		this.rooms = this.rooms.includes(room) ? this.rooms.filter((r) => r !== room) : [...this.rooms, room];
	}

	/** Begins on another date; the end goes along. */
	onDate(date: string): void {
		const days = Math.round((Date.parse(`${date}T12:00:00Z`) - Date.parse(`${this.from.date}T12:00:00Z`)) / 86_400_000);
		this.from.date = date;
		if (Number.isFinite(days) && this.to.date) this.to.date = dateAfter(this.to.date, days);
	}

	/** Begins at another moment and lasts as long as before. */
	startAt(at: number): void {
		const length = (this.to.at ?? at) - (this.from.at ?? at);
		this.from.set(at);
		this.to.set(at + length);
	}

	/** What of it is missing or no number, by field. */
	readonly wrong = $derived.by(() => {
		const wrong: Record<string, string> = {};
		if (!this.rooms.length) wrong['rooms'] = 'required';
		if (this.from.at === undefined) wrong['starts_at'] = 'required';
		if (this.to.at === undefined) wrong['ends_at'] = 'required';
		if (this.repeat && !this.until) wrong['rrule'] = 'required';
		if (!sound(this.addOns)) wrong['add_ons'] = 'wrong_type';
		for (const [field, text] of [
			['setup_minutes', this.setup],
			['teardown_minutes', this.teardown],
			['people', this.people]
		] as const) {
			if (!/^\d*$/.test(text.trim())) wrong[field] = 'wrong_type';
		}
		return wrong;
	});

	/** As the API takes it; undefined while something is wrong. */
	readonly body = $derived.by((): NewBooking | undefined => {
		if (Object.keys(this.wrong).length) return undefined;
		return {
			rooms: [...this.rooms],
			starts_at: new Date(this.from.at!).toISOString(),
			ends_at: new Date(this.to.at!).toISOString(),
			setup_minutes: Number(this.setup),
			teardown_minutes: Number(this.teardown),
			people: Number(this.people),
			...(this.layout && { layout: this.layout as 'rows' }),
			...(this.purpose.trim() && !this.moved && { purpose: this.purpose.trim() }),
			...(!this.moved && chosenOf(this.addOns).length && { add_ons: chosenOf(this.addOns) }),
			...(this.repeat && { rrule: ruleOf(this.repeat, this.from.date, this.until), on_conflict: this.conflicts })
		};
	});
}
