import { take, type Schema } from '$lib/api/client';
import { api } from '$lib/desk/organization.svelte';

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

/** A venue with its rooms, and what is drawn of each. */
export interface Place {
	venue: Schema['VenueWithRooms'];
	rooms: { room: Schema['Room']; plans: PlacedPlan[] }[];
}

/** All venues of the organization, by name. */
export async function allPlaces(): Promise<Place[]> {
	const [venues, plans] = await Promise.all([everything((cursor) => take(api.GET('/v1/venues', { params: { query: { limit: page, cursor } } }))), allPlans()]);
	return venues
		.sort((a, b) => a.name.localeCompare(b.name))
		.map((venue) => ({
			venue,
			rooms: [...venue.rooms].sort((a, b) => a.name.localeCompare(b.name)).map((room) => ({ room, plans: plans.filter((p) => p.room_id === room.id) }))
		}));
}

export const venuesPath = '/manage/venues';
/** Where a stored plan is drawn on. */
export const planPath = (plan: string) => `${venuesPath}/plans/${encodeURIComponent(plan)}`;
/** Where a plan of a room begins. */
export const newPlanPath = (room: Schema['Room']) => `${venuesPath}/${encodeURIComponent(room.venue_id)}/rooms/${encodeURIComponent(room.id)}`;
