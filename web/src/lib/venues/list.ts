import { take, type Schema } from '$lib/api/client';
import { problemFrom } from '$lib/api/problem';
import { api } from '$lib/organizer/organization.svelte';

export type PlacedPlan = Schema['PlacedPlan'];

/** Things that are asked for at once, and how many pages of them are read. */
const page = 200;
const pages = 10;

async function everything<T>(read: (cursor: string | undefined) => Promise<{ items: T[]; next_cursor?: string }>): Promise<T[]> {
	const all: T[] = [];
	let cursor: string | undefined;
	for (let n = 0; n < pages; n++) {
		const got = await read(cursor);
		all.push(...got.items);
		cursor = got.next_cursor;
		if (!cursor) break;
	}
	return all;
}

/** All seating plans of the organization, by name. */
export async function allPlans(): Promise<PlacedPlan[]> {
	const plans = await everything((cursor) => take(api.GET('/v1/seating-plans', { params: { query: { limit: page, cursor } } })));
	return plans.sort((a, b) => a.name.localeCompare(b.name));
}

/** All venues of the organization with their rooms, by name. */
export async function allVenues(): Promise<Schema['VenueWithRooms'][]> {
	const venues = await everything((cursor) => take(api.GET('/v1/venues', { params: { query: { limit: page, cursor } } })));
	return venues.sort((a, b) => a.name.localeCompare(b.name));
}

/** A venue with its rooms, and what is drawn of each. */
export interface Place {
	venue: Schema['VenueWithRooms'];
	rooms: { room: Schema['Room']; plans: PlacedPlan[] }[];
}

/** All venues of the organization, by name. */
export async function allPlaces(): Promise<Place[]> {
	const [venues, plans] = await Promise.all([allVenues(), allPlans()]);
	return venues.map((venue) => ({
		venue,
		rooms: [...venue.rooms].sort((a, b) => a.name.localeCompare(b.name)).map((room) => ({ room, plans: plans.filter((p) => p.room_id === room.id) }))
	}));
}

/** What a venue can be. */
export const venueTypes = ['none', 'hall', 'club', 'theatre', 'outdoor', 'meeting', 'online'] as const;

export const venuesPath = '/manage/venues';
/** Where the calendar of a venue is. */
export const calendarPath = (venue: string) => `${venuesPath}/${encodeURIComponent(venue)}`;
/** Where a stored plan is drawn on. */
export const planPath = (plan: string) => `${venuesPath}/plans/${encodeURIComponent(plan)}`;
/** Where a plan of a room begins. */
export const newPlanPath = (room: Schema['Room']) => `${venuesPath}/${encodeURIComponent(room.venue_id)}/rooms/${encodeURIComponent(room.id)}`;

/** What can be renamed and deleted, and what goes with it. */
export interface Thing {
	kind: 'venue' | 'room' | 'plan';
	id: string;
	name: string;
	/** How many rooms, and how many plans, are in it. */
	rooms: number;
	plans: number;
}

export const venueThing = ({ venue, rooms }: Place): Thing => ({
	kind: 'venue',
	id: venue.id,
	name: venue.name,
	rooms: rooms.length,
	plans: rooms.reduce((n, r) => n + r.plans.length, 0)
});
export const roomThing = ({ room, plans }: Place['rooms'][number]): Thing => ({ kind: 'room', id: room.id, name: room.name, rooms: 0, plans: plans.length });
export const planThing = (plan: PlacedPlan): Thing => ({ kind: 'plan', id: plan.id, name: plan.name, rooms: 0, plans: 0 });

/** What of a venue or a room is changed with its name. */
export type Also = Omit<Schema['VenueChange'] & Schema['RoomChange'], 'name'>;

/** Calls a thing otherwise, and changes what else there is of it. */
export async function rename(thing: Thing, name: string, also: Also = {}): Promise<void> {
	if (thing.kind === 'venue') await take(api.PATCH('/v1/venues/{venue_id}', { params: { path: { venue_id: thing.id } }, body: { name, ...also } }));
	else if (thing.kind === 'room') await take(api.PATCH('/v1/rooms/{room_id}', { params: { path: { room_id: thing.id } }, body: { name, ...also } }));
	else await take(api.PATCH('/v1/seating-plans/{plan_id}', { params: { path: { plan_id: thing.id } }, body: { name } }));
}

/** Deletes a thing with what is in it. That it is gone already is just as well. */
export async function remove(thing: Thing): Promise<void> {
	try {
		if (thing.kind === 'venue') await take(api.DELETE('/v1/venues/{venue_id}', { params: { path: { venue_id: thing.id } } }));
		else if (thing.kind === 'room') await take(api.DELETE('/v1/rooms/{room_id}', { params: { path: { room_id: thing.id } } }));
		else await take(api.DELETE('/v1/seating-plans/{plan_id}', { params: { path: { plan_id: thing.id } } }));
	} catch (thrown) {
		if (problemFrom(thrown).status !== 404) throw thrown;
	}
}
