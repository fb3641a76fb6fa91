import { localOf, momentOf } from '$lib/organizer/zones';

/** How long a row of the calendar is, in minutes and in ms. */
export const step = 30;
const stepMs = step * 60_000;

/** The date that lies so many days after another: both as "2027-05-01". */
export function dateAfter(date: string, days: number): string {
	return new Date(Date.parse(`${date}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The date in so many months; the last of the month where that has no such day. */
export function dateInMonths(date: string, months: number): string {
	const [year, month, day] = date.split('-').map(Number) as [number, number, number];
	const last = new Date(Date.UTC(year, month - 1 + months + 1, 0, 12));
	return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last.getUTCDate()), 12)).toISOString().slice(0, 10);
}

/** 0 is Monday. */
export const weekday = (date: string): number => (new Date(`${date}T12:00:00Z`).getUTCDay() + 6) % 7;

/** The dates of the week of a date, from Monday on. */
export function weekOf(date: string): string[] {
	const monday = dateAfter(date, -weekday(date));
	return Array.from({ length: 7 }, (_, i) => dateAfter(monday, i));
}

/** The weeks that show the month of a date. */
export function monthOf(date: string): string[][] {
	const month = date.slice(0, 7);
	const weeks: string[][] = [];
	for (let monday = weekOf(`${month}-01`)[0]!; monday.slice(0, 7) <= month; monday = dateAfter(monday, 7)) weeks.push(weekOf(monday));
	return weeks;
}

/** A date as a moment that every zone of the earth has on that date: for formatting in UTC. */
export const noon = (date: string): Date => new Date(`${date}T12:00:00Z`);

/** When a date begins on the clocks of a zone, in ms. Where they jump over midnight, after the jump. */
export function beginOf(date: string, zone: string): number {
	return momentOf(date, '00:00', zone)!.getTime();
}

/** The moments at which clocks in a zone show a date and a time: one, none when they jump over it, two when they are turned back. */
export function momentsOf(date: string, time: string, zone: string): Date[] {
	const first = momentOf(date, time, zone);
	if (!first) return [];
	const shows = (at: Date) => {
		const local = localOf(at, zone);
		return local.date === date && local.time === time;
	};
	if (!shows(first)) return [];
	// Clocks are turned back by an hour, half of one, or two.
	return [first, ...[30, 60, 120].map((minutes) => new Date(first.getTime() + minutes * 60_000)).filter(shows)];
}

/** A row of a day. */
export interface Slot {
	/** When it begins, in ms. */
	at: number;
	/** What clocks show then: "02:00"; the second time that they show it, "02:00 2". */
	key: string;
}

/** A date on the clocks of a zone, cut into rows: 46 or 50 of them on days on which clocks are changed by an hour. */
export interface Day {
	date: string;
	from: number;
	to: number;
	slots: Slot[];
}

export function dayOf(date: string, zone: string): Day {
	const [from, to] = [beginOf(date, zone), beginOf(dateAfter(date, 1), zone)];
	const slots: Slot[] = [];
	const shown = new Map<string, number>();
	for (let at = from; at < to; at += stepMs) {
		const { time } = localOf(new Date(at), zone);
		const times = (shown.get(time) ?? 0) + 1;
		shown.set(time, times);
		slots.push({ at, key: times === 1 ? time : `${time} ${times}` });
	}
	return { date, from, to, slots };
}

/**
 * The rows that days have beside each other: as many as the longest has. A day without
 * one of them has a gap there.
 */
export function axisOf(days: readonly Day[]): string[] {
	const longest = days.reduce<readonly Slot[]>((most, d) => (d.slots.length > most.length ? d.slots : most), []);
	const axis = longest.map((s) => s.key);
	for (const { slots } of days) {
		for (const { key } of slots) {
			if (axis.includes(key)) continue;
			const next = axis.findIndex((k) => k > key);
			axis.splice(next < 0 ? axis.length : next, 0, key);
		}
	}
	return axis;
}

/** Where things stand in a column, in rows from the top. */
export class Scale {
	readonly #row: Map<string, number>;
	constructor(
		readonly day: Day,
		axis: readonly string[]
	) {
		this.#row = new Map(axis.map((key, i) => [key, i]));
	}

	/** Where a moment is as the begin of something. */
	begin(at: number): number {
		const past = (Math.min(Math.max(at, this.day.from), this.day.to) - this.day.from) / stepMs;
		const i = Math.min(Math.floor(past), this.day.slots.length - 1);
		return this.#rowOf(i) + past - i;
	}

	/** Where a moment is as the end of something: before a gap, not behind it. */
	end(at: number): number {
		const past = (Math.min(Math.max(at, this.day.from), this.day.to) - this.day.from) / stepMs;
		const i = Math.max(0, Math.ceil(past) - 1);
		return this.#rowOf(i) + past - i;
	}

	/** The slot in a row; undefined where the day has a gap. */
	slot(row: number): Slot | undefined {
		return this.day.slots.find((s) => this.#row.get(s.key) === row);
	}

	/** The moment at a place between rows; in a gap it is the one behind that. undefined: the day is over there. */
	moment(place: number): number | undefined {
		for (let row = Math.floor(Math.max(0, place)); row < this.#row.size; row++) {
			const slot = this.slot(row);
			if (slot) return Math.round((slot.at + Math.max(0, place - row) * stepMs) / 60_000) * 60_000;
		}
		return undefined;
	}

	#rowOf(slot: number): number {
		return this.#row.get(this.day.slots[slot]?.key ?? '') ?? 0;
	}
}

/** When a slot is over, in ms. */
export const endOf = (slot: Slot, day: Day): number => Math.min(slot.at + stepMs, day.to);
