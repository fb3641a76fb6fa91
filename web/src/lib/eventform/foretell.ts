import type { Schema } from '$lib/api/client';
import { duration } from '$lib/event/duration';
import { deadline } from '$lib/event/deadline';
import { organizer as t } from '$lib/translations/organizer';
import { whole } from '$lib/organizer/amount';
import { band, lastWave, nextPlace, windowOf } from './consequence';
import type { Draft } from './draft';
import type { Event } from '$lib/organizer/event.svelte';
import { momentOf, momentOfText } from '$lib/organizer/zones';

/** What the rules of a draft would do to the waitlist as it is, in a sentence for each rule. */
export interface Foretold {
	party: string;
	promotion: string | undefined;
	display: string | undefined;
	waves: string | undefined;
	limit: string | undefined;
	disabled: string | undefined;
}

function party(draft: Draft, waitlist: readonly Schema['Entry'][], free: number): string {
	const next = nextPlace(
		waitlist.map((e) => ({ units: e.units, passed: e.times_passed })),
		draft.waitlist.party,
		free
	);
	switch (next.kind) {
		case 'nobody':
			return t('told.party.nobody');
		case 'head':
			return t('told.party.head', { n: next.units });
		case 'gathers':
			return t(next.worn ? 'told.party.worn' : 'told.party.gathers', { party: next.units, n: next.missing });
		case 'passes':
			return t('told.party.passes', { n: next.units, place: next.place, party: next.over, times: next.times });
	}
}

function promotion(draft: Draft, now: Date): string | undefined {
	const { waitlist, zone } = draft;
	if (waitlist.promotion === 'confirm') return t('told.confirm');
	const seconds = Number(waitlist.hours.replace(',', '.')) * 3600;
	if (!(seconds > 0)) return undefined;
	const last = momentOfText(draft.registrationEnds, zone) ?? momentOf(draft.endDate, draft.endTime, zone);
	const quiet = waitlist.quiet ? { from: waitlist.quietFrom, to: waitlist.quietTo } : undefined;
	const { starts, ends } = windowOf(now, zone, { seconds, ...(quiet && { quiet }), timeCritical: waitlist.timeCritical }, last);
	return starts > now ? t('told.offer.quiet', { starts: deadline(starts, zone), ends: deadline(ends, zone) }) : t('told.offer', { ends: deadline(ends, zone) });
}

function display(draft: Draft, waiting: number): string {
	// Somebody in the middle, so that the three ways differ.
	const place = Math.max(1, Math.ceil(waiting / 2));
	if (draft.waitlist.display === 'exact') return t('told.display.exact', { place, of: Math.max(1, waiting) });
	return draft.waitlist.display === 'band' ? t('told.display.band', { ...band(place), place }) : t('told.display.hidden', { place });
}

function waves(draft: Draft, waiting: number): string | undefined {
	const size = whole(draft.waitlist.waveSize, 1);
	const seconds = Number(draft.waitlist.waveMinutes.replace(',', '.')) * 60;
	if (!size || !(seconds > 0)) return undefined;
	const offers = Math.max(waiting, size * 3);
	return t('told.waves', { offers, size, time: duration(seconds), last: duration(lastWave(offers, size, seconds)) });
}

/** Says what the rules of a draft would do. Without a waitlist yet they are said for one that might be. */
export function foretell(draft: Draft, event: Event | undefined, entries: readonly Schema['Entry'][], now = new Date()): Foretold {
	const waiting = event?.availability.waiting ?? 0;
	// Each kind of ticket has a waitlist of its own: the one whose head waits longest.
	const tier = entries[0]?.tier_id;
	const waitlist = entries.filter((e) => e.tier_id === tier && e.status === 'waiting');
	const free = event?.tiers.find((t) => t.id === tier)?.available ?? 0;
	const limit = whole(draft.waitlist.limit, 1);
	return {
		party: party(draft, waitlist, free),
		promotion: promotion(draft, now),
		display: waiting ? display(draft, waiting) : undefined,
		waves: draft.waitlist.waves ? waves(draft, waiting) : undefined,
		limit: limit && waiting >= limit ? t('told.limit', { n: waiting }) : undefined,
		disabled: waiting ? t('told.disabled', { n: waiting }) : undefined
	};
}
