import { take, type Schema } from '$lib/api/client';
import type { Key } from '$lib/change.svelte';
import { api } from '$lib/organizer/organization.svelte';
import type { Room } from './house';

export type ImportedCalendar = Schema['ImportedCalendar'];

/** A time in which a room is taken elsewhere, as an imported calendar says. */
export interface Elsewhere {
	room: string;
	from: number;
	to: number;
}

const of = (venue: string, calendar: string) => ({ params: { path: { venue_id: venue, calendar_id: calendar } } });

/** The calendars whose busy times keep rooms of a venue. */
export const importsOf = async (venue: string): Promise<ImportedCalendar[]> =>
	(await take(api.GET('/v1/venues/{venue_id}/imported-calendars', { params: { path: { venue_id: venue } } }))).items;
export const importCalendar = (venue: string, body: Schema['NewImportedCalendar'], header: Key) =>
	take(api.POST('/v1/venues/{venue_id}/imported-calendars', { params: { path: { venue_id: venue }, header }, body }));
export const fetchImported = (venue: string, id: string) => take(api.POST('/v1/venues/{venue_id}/imported-calendars/{calendar_id}:fetch', of(venue, id)));
export const removeImported = (venue: string, id: string) => take(api.DELETE('/v1/venues/{venue_id}/imported-calendars/{calendar_id}', of(venue, id)));

/** When rooms of a venue are taken elsewhere between two moments. */
export async function busyBetween(venue: string, from: number, to: number): Promise<Elsewhere[]> {
	const query = { from: new Date(from).toISOString(), until: new Date(to).toISOString() };
	const got = await take(api.GET('/v1/venues/{venue_id}/busy-times', { params: { path: { venue_id: venue }, query } }));
	return got.items.map((b) => ({ room: b.room_id, from: Date.parse(b.starts_at), to: Date.parse(b.ends_at) }));
}

/** Whether a room is another, or a part of it. */
function within(rooms: readonly Room[], room: string | undefined, whole: string): boolean {
	for (let depth = 0; room && depth <= rooms.length; depth++) {
		if (room === whole) return true;
		room = rooms.find((r) => r.id === room)?.part_of;
	}
	return false;
}

/** The times between two moments in which a room cannot be had because it, a part of it or its whole is taken elsewhere. */
export const elsewhereOn = (list: readonly Elsewhere[], rooms: readonly Room[], room: string, from: number, to: number): Elsewhere[] =>
	list.filter((e) => e.from < to && e.to > from && (within(rooms, room, e.room) || within(rooms, e.room, room))).sort((a, b) => a.from - b.from);
