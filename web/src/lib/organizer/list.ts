import { take } from '$lib/api/client';
import { standingOf, type Event, type Standing } from './event.svelte';
import { api } from './organization.svelte';

/** Events that are asked for at once, and how many pages of them are read. */
const page = 200;
const pages = 10;

/** All events of the organization: there is no order by date to ask for, so they are sorted here. */
export async function allEvents(): Promise<Event[]> {
	const all: Event[] = [];
	let cursor: string | undefined;
	for (let n = 0; n < pages; n++) {
		const got = await take(api.GET('/v1/events', { params: { query: { limit: page, cursor } } }));
		all.push(...got.items);
		cursor = got.next_cursor;
		if (!cursor) break;
	}
	return all;
}

/** The heaps that events lie in. */
export const heaps = ['coming', 'drafts', 'past'] as const;
export type Heap = (typeof heaps)[number];

export function heapOf(standing: Standing): Heap {
	if (standing === 'draft') return 'drafts';
	return standing === 'over' || standing === 'cancelled' ? 'past' : 'coming';
}

/** In lower case and without accents, so that whoever types "sao" finds "São". */
export function plain(text: string): string {
	return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The events of a heap that have all words of a search: the next first, of what is past the latest. */
export function find(events: readonly Event[], heap: Heap, search: string, now: number): Event[] {
	const words = plain(search).split(/\s+/).filter(Boolean);
	const found = events.filter((e) => {
		const text = plain(`${e.title} ${e.location}`);
		return heapOf(standingOf(e, now)) === heap && words.every((w) => text.includes(w));
	});
	const later = heap === 'past' ? -1 : 1;
	return found.sort((a, b) => later * (Date.parse(a.starts_at) - Date.parse(b.starts_at)) || a.title.localeCompare(b.title));
}
