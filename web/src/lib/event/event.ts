import type { Schema } from '$lib/api/client';
import { within } from '$lib/framed';
import { language } from '$lib/i18n/language.svelte';
import { by } from '$lib/via';

export type Event = Schema['Event'];
export type Tier = Schema['Tier'];

/** Whether a unit of a tier lets somebody in; add-ons and goods do not. */
export const admits = (tier: Tier): boolean => tier.kind === 'ticket';

/** Whether an event sells passes for the dates of a series: its own times are from the first of these to the last. */
export const sellsPasses = (event: Event): boolean => event.series?.position === 0;

/** Whether the sale of a tier is yet to open, or is over; undefined: it is on sale. */
export function saleOf(tier: Tier, now: number): 'before' | 'after' | undefined {
	if (tier.sale_starts_at && now < Date.parse(tier.sale_starts_at)) return 'before';
	return tier.sale_ends_at && now >= Date.parse(tier.sale_ends_at) ? 'after' : undefined;
}

/** What a visitor can do with an event now. */
export type Phase = 'open' | 'full' | 'fullNoWaitlist' | 'closed' | 'over' | 'cancelled' | 'postponed' | 'draft';

/**
 * How many places of a tier the public can have: what is free is reserved for the
 * waitlist while anybody waits. Of seats, only those that somebody waits for are.
 */
export function free(tier: Tier): number {
	return tier.waiting > 0 && !tier.seated ? 0 : Math.max(0, tier.available);
}

/** Whether there may be people who have to wait, be it for an answer. */
export const canFill = (event: Event): boolean => event.approval || event.availability.waiting > 0 || event.tiers.some((t) => admits(t) && t.capacity !== null);

export function phaseOf(event: Event, now: number): Phase {
	if (event.status === 'cancelled') return 'cancelled';
	if (event.status === 'postponed') return 'postponed';
	if (now >= Date.parse(event.ends_at)) return 'over';
	if (event.status === 'draft') return 'draft';
	if (event.registration_cutoff && now >= Date.parse(event.registration_cutoff)) return 'closed';
	if (event.tiers.some((t) => admits(t) && free(t) > 0)) return 'open';
	return event.waitlist.enabled ? 'full' : 'fullNoWaitlist';
}

/** The language that a text of an event is in, for the lang attribute; undefined: that of the page, or nobody said. */
export function langOf(event: Event, field: string): string | undefined {
	const shown = event.shown_language && !event.untranslated?.includes(field) ? event.shown_language : event.main_language;
	return shown && shown !== language.current ? shown : undefined;
}

/** Whether the words of an event could be in a language, and are in another. */
export function otherwise(event: Event, l: string): boolean {
	const has = l !== event.main_language && (event.languages?.includes(l) ?? false);
	return (event.shown_language ?? '') !== (has ? l : '');
}

/** What is available where there is no bound: as many places as there can be. */
export const most = 10_000_000;

/** How many places are few enough to say how many. */
export const few = 30;

/** The public address of an event. */
export function eventPath(id: string): string {
	return `/events/${encodeURIComponent(id)}`;
}

/** The way back to an event, which in a frame leads to what is shown of it there. */
export const wayBack = (id: string) => by(id, within(eventPath(id)));

/** The page on which anybody checks the public log of an event. */
export function logPath(id: string): string {
	return `${eventPath(id)}/log`;
}

/** The address of what was promised before the sale of an event. */
export function statementPath(id: string): string {
	return `${eventPath(id)}/statement`;
}

/** The public address of several dates of one thing. */
export function seriesPath(id: string): string {
	return `/series/${encodeURIComponent(id)}`;
}

/** The public address of an organization that hosts events. */
export function hostPath(id: string): string {
	return `/hosts/${encodeURIComponent(id)}`;
}

/** Where a map shows the place, at its coordinates if they are known; undefined when it is not a place but a web address. */
export function mapLink(location: string, coordinates = ''): string | undefined {
	const [latitude, longitude] = coordinates.split(',');
	if (latitude && longitude) return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`;
	if (!location.trim() || /^https?:\/\//i.test(location.trim())) return undefined;
	return `https://www.openstreetmap.org/search?query=${encodeURIComponent(location)}`;
}
