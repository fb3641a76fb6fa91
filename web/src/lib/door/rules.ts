import type { Schema } from '$lib/api/client';

export type Verdict = Schema['Checkin']['verdict'];
export type ReEntry = Schema['Bundle']['re_entry'];
/** What whoever holds a ticket wants: to come in, or to go out. */
export type Wish = 'admit' | 'exit';

/** A scan, as far as the rules look at it. Times are in milliseconds. */
export interface Scan {
	device: string;
	id: string;
	ticket: string;
	at: number;
	verdict: Verdict;
	gate?: string;
	/** A supervisor let somebody in whom the rules refused. */
	override?: boolean;
}

/** What the scans of one ticket at one list add up to. */
export interface Admission {
	/** The scan that stands. */
	first: Scan;
	inside: boolean;
	movedAt: number;
	/** Scans that let in a person who was in already, each with the one that it repeats. */
	doubles: { scan: Scan; first: Scan }[];
}

function compare(a: string | number, b: string | number): number {
	return a < b ? -1 : a > b ? 1 : 0;
}

function before(a: Scan, b: Scan): number {
	return (
		compare(a.at, b.at) ||
		compare(a.device, b.device) ||
		compare(a.id, b.id) ||
		compare(a.ticket, b.ticket) ||
		compare(a.verdict, b.verdict) ||
		compare(a.gate ?? '', b.gate ?? '')
	);
}

/**
 * What a set of scans at one list adds up to, by ticket: the order does not
 * matter, nor how often a scan occurs. internal/checkin/scan.go has the same, and
 * both are held to internal/checkin/testdata/vectors.json.
 */
export function fold(scans: readonly Scan[], reEntry: ReEntry): Map<string, Admission> {
	const moves = scans.filter((s) => (s.verdict === 'admit' || s.verdict === 'exit') && s.ticket).sort(before);
	const stays = new Map<string, Admission>();
	const seen = new Set<string>();
	for (const s of moves) {
		const name = `${s.device} ${s.id}`;
		if (seen.has(name)) continue;
		seen.add(name);
		const stay = stays.get(s.ticket);
		if (!stay) {
			if (s.verdict === 'admit') stays.set(s.ticket, { first: s, inside: true, movedAt: s.at, doubles: [] });
		} else if (s.verdict === 'exit') {
			if (reEntry === 'exit' && stay.inside) {
				stay.inside = false;
				stay.movedAt = s.at;
			}
		} else if (!stay.inside) {
			stay.first = s;
			stay.inside = true;
			stay.movedAt = s.at;
		} else if (reEntry !== 'free' && !s.override) {
			stay.doubles.push({ scan: s, first: stay.first });
		}
	}
	return stays;
}

/** What a list says to a good ticket that stands so; undefined: nobody came with it yet. */
export function answers(stay: Admission | undefined, reEntry: ReEntry, wish: Wish): Verdict {
	const inside = stay?.inside ?? false;
	if (wish === 'exit') return reEntry === 'exit' && inside ? 'exit' : 'not_inside';
	return inside && reEntry !== 'free' ? 'already_admitted' : 'admit';
}
