/**
 * What a rule of the waitlist would do to those who wait now. The server decides by
 * the same rules; this only foretells, so that a choice can be made by its
 * consequence.
 */
import { localOf, momentOf } from '$lib/organizer/zones';

/** How often an entry may be passed before units gather for it. */
export const mostPasses = 3;

export interface Waiting {
	units: number;
	passed: number;
}

/** Who would get the next place that becomes free. */
export type Next =
	| { kind: 'nobody' }
	/** The party at the head. */
	| { kind: 'head'; units: number }
	/** It waits until the party at the head fits. */
	| { kind: 'gathers'; units: number; missing: number; worn: boolean }
	/** A smaller party passes the one at the head. */
	| { kind: 'passes'; place: number; units: number; over: number; times: number };

/** Foretells where one more free place goes; owed are those that are free already. */
export function nextPlace(waitlist: readonly Waiting[], policy: 'strict' | 'bounded_skip', owed: number): Next {
	const head = waitlist[0];
	if (!head) return { kind: 'nobody' };
	const free = Math.max(0, owed) + 1;
	if (head.units <= free) return { kind: 'head', units: head.units };
	const gathers = (worn: boolean): Next => ({ kind: 'gathers', units: head.units, missing: head.units - free, worn });
	if (policy === 'strict') return gathers(false);
	for (const [i, entry] of waitlist.entries()) {
		if (entry.units <= free) return { kind: 'passes', place: i + 1, units: entry.units, over: head.units, times: head.passed + 1 };
		// Nobody passes who was passed often enough, nor anybody behind them.
		if (entry.passed >= mostPasses) return gathers(i === 0);
	}
	return gathers(false);
}

/** Until when an offer that is made now could be claimed, and when its time begins. */
export function windowOf(
	now: Date,
	zone: string,
	waitlist: { seconds: number; quiet?: { from: string; to: string }; timeCritical: boolean },
	last?: Date
): { starts: Date; ends: Date } {
	let starts = now;
	const quiet = waitlist.quiet;
	if (quiet && quiet.from !== quiet.to && !waitlist.timeCritical) {
		const { date, time } = localOf(now, zone);
		const overnight = quiet.from > quiet.to;
		const inside = overnight ? time >= quiet.from || time < quiet.to : time >= quiet.from && time < quiet.to;
		if (inside) {
			const tomorrow = overnight && time >= quiet.from;
			const on = tomorrow ? new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10) : date;
			const until = momentOf(on, quiet.to, zone) ?? now;
			if (!last || until < last) starts = until;
		}
	}
	const ends = new Date(starts.getTime() + waitlist.seconds * 1000);
	return { starts, ends: last && ends > last ? last : ends };
}

/** The band that a place is shown in, where places are shown roughly. */
export function band(place: number): { from: number; to: number } {
	let [from, to] = [1, 10];
	for (let five = true; place > to; five = !five) {
		from = to + 1;
		to *= five ? 5 : 2;
	}
	return { from, to };
}

/** After how many seconds the last of so many offers goes out. */
export function lastWave(offers: number, size: number, seconds: number): number {
	return size > 0 ? Math.max(0, Math.ceil(offers / size) - 1) * seconds : 0;
}
