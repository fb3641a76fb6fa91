import type { Schema } from '$lib/api/client';
import { duration } from '$lib/event/duration';
import { moment } from '$lib/i18n/dates';
import { desk as words } from '$lib/words/desk';
import { whole } from '$lib/organizer/amount';
import { band, lastWave, nextPlace, windowOf } from './consequence';
import type { Draft } from './draft';
import type { Event } from '$lib/organizer/event.svelte';
import { momentOf, momentOfText } from '$lib/organizer/zones';

/** What the rules of a draft would do to the line as it is, in a sentence for each rule. */
export interface Foretold {
	party: string;
	promotion: string | undefined;
	display: string | undefined;
	waves: string | undefined;
	limit: string | undefined;
	disabled: string | undefined;
}

function party(draft: Draft, line: readonly Schema['Entry'][], owed: number): string {
	const next = nextPlace(
		line.map((e) => ({ units: e.units, passed: e.times_passed })),
		draft.line.party,
		owed
	);
	switch (next.kind) {
		case 'nobody':
			return words('told.party.nobody');
		case 'head':
			return words('told.party.head', { n: next.units });
		case 'gathers':
			return words(next.worn ? 'told.party.worn' : 'told.party.gathers', { party: next.units, n: next.missing });
		case 'passes':
			return words('told.party.passes', { n: next.units, place: next.place, party: next.over, times: next.times });
	}
}

function promotion(draft: Draft, now: Date): string | undefined {
	const { line, zone } = draft;
	if (line.promotion === 'confirm') return words('told.confirm');
	const seconds = Number(line.hours.replace(',', '.')) * 3600;
	if (!(seconds > 0)) return undefined;
	const last = momentOfText(draft.registrationEnds, zone) ?? momentOf(draft.endDate, draft.endTime, zone);
	const quiet = line.quiet ? { from: line.quietFrom, to: line.quietTo } : undefined;
	const { starts, ends } = windowOf(now, zone, { seconds, ...(quiet && { quiet }), timeCritical: line.timeCritical }, last);
	return starts > now
		? words('told.offer.quiet', { starts: moment(starts, zone), ends: moment(ends, zone) })
		: words('told.offer', { ends: moment(ends, zone) });
}

function display(draft: Draft, waiting: number): string {
	// Somebody in the middle, so that the three ways differ.
	const place = Math.max(1, Math.ceil(waiting / 2));
	if (draft.line.display === 'exact') return words('told.display.exact', { place, of: Math.max(1, waiting) });
	return draft.line.display === 'band' ? words('told.display.band', { ...band(place), place }) : words('told.display.hidden', { place });
}

function waves(draft: Draft, waiting: number): string | undefined {
	const size = whole(draft.line.waveSize, 1);
	const seconds = Number(draft.line.waveMinutes.replace(',', '.')) * 60;
	if (!size || !(seconds > 0)) return undefined;
	const offers = Math.max(waiting, size * 3);
	return words('told.waves', { offers, size, time: duration(seconds), last: duration(lastWave(offers, size, seconds)) });
}

/** Says what the rules of a draft would do. Without a line yet they are said for one that might be. */
export function foretell(draft: Draft, event: Event | undefined, entries: readonly Schema['Entry'][], now = new Date()): Foretold {
	const waiting = event?.availability.waiting ?? 0;
	// Each kind of ticket has a line of its own: the one whose head waits longest.
	const tier = entries[0]?.tier_id;
	const line = entries.filter((e) => e.tier_id === tier && e.status === 'waiting');
	const owed = event?.tiers.find((t) => t.id === tier)?.available ?? 0;
	const limit = whole(draft.line.limit, 1);
	return {
		party: party(draft, line, owed),
		promotion: promotion(draft, now),
		display: waiting ? display(draft, waiting) : undefined,
		waves: draft.line.waves ? waves(draft, waiting) : undefined,
		limit: limit && waiting >= limit ? words('told.limit', { n: waiting }) : undefined,
		disabled: waiting ? words('told.disabled', { n: waiting }) : undefined
	};
}
