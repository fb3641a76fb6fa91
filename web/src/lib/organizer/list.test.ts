import { describe, expect, it } from 'vitest';
import type { Event } from './event.svelte';
import { find, heapOf, plain } from './list';

const now = Date.parse('2027-05-01T12:00:00Z');
const event = (title: string, starts: string, more: Partial<Event> = {}) =>
	({
		title,
		location: '',
		status: 'published',
		starts_at: starts,
		ends_at: new Date(Date.parse(starts) + 3_600_000).toISOString(),
		registration_cutoff: null,
		tiers: [],
		waitlist: { enabled: true },
		...more
	}) as unknown as Event;

describe('the list of events', () => {
	const late = event('São João', '2027-06-24T18:00:00Z', { location: 'Porto' });
	const soon = event('Night run', '2027-05-02T18:00:00Z');
	const all = [
		late,
		soon,
		event('Draft', '2027-05-09T18:00:00Z', { status: 'draft' }),
		event('Long ago', '2026-05-01T12:00:00Z'),
		event('Yesterday', '2027-04-30T12:00:00Z'),
		event('Called off', '2027-05-03T12:00:00Z', { status: 'cancelled' })
	];
	const titles = (found: Event[]) => found.map((e) => e.title);

	it('shows the next first, and of what is past the latest', () => {
		expect(titles(find(all, 'coming', '', now))).toEqual(['Night run', 'São João']);
		expect(titles(find(all, 'drafts', '', now))).toEqual(['Draft']);
		expect(titles(find(all, 'past', '', now))).toEqual(['Called off', 'Yesterday', 'Long ago']);
	});
	it('finds all words in title and place, without accents', () => {
		expect(find(all, 'coming', 'porto  SAO', now)).toEqual([late]);
		expect(find(all, 'coming', 'sao night', now)).toEqual([]);
	});
	it('takes accents away', () => expect(plain('Łódź Élan')).toBe('łodz elan'));
	it('keeps what is going on among what comes', () => expect(heapOf('now')).toBe('coming'));
});
