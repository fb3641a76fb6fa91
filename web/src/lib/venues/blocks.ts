import { take, type Schema } from '$lib/api/client';
import { everyPage } from '$lib/listing.svelte';
import { api } from '$lib/organizer/organization.svelte';

/** How many seats one call can name. */
const most = 500;

const piecesOf = <T>(list: readonly T[]) => Array.from({ length: Math.ceil(list.length / most) }, (_, i) => list.slice(i * most, (i + 1) * most));

/** Takes free seats out of sale. */
export async function block(event: string, seats: readonly string[]): Promise<void> {
	for (const seat_ids of piecesOf(seats)) await take(api.POST('/v1/events/{event_id}/blocks', { params: { path: { event_id: event } }, body: { seat_ids } }));
}

/** Which blocks have seats that are to be given back: all that such a block has, or some. */
export function unblocking(
	blocks: readonly Pick<Schema['Block'], 'id' | 'status' | 'seat_ids'>[],
	seats: readonly string[]
): { block: string; seats: string[]; whole: boolean }[] {
	const wanted = new Set(seats);
	return blocks
		.filter((b) => b.status === 'held')
		.map((b) => ({ block: b.id, seats: (b.seat_ids ?? []).filter((s) => wanted.has(s)), of: b.seat_ids?.length ?? 0 }))
		.filter((b) => b.seats.length)
		.map((b) => ({ block: b.block, seats: b.seats, whole: b.seats.length === b.of }));
}

/** All blocks that stand. */
const blocksOf = (event: string) =>
	everyPage((cursor) => take(api.GET('/v1/events/{event_id}/blocks', { params: { path: { event_id: event }, query: { limit: 200, cursor } } })));

/** Gives blocked seats back, to the waitlist first. */
export async function unblock(event: string, seats: readonly string[]): Promise<void> {
	for (const b of unblocking(await blocksOf(event), seats)) {
		const path = { event_id: event, block_id: b.block };
		if (b.whole) await take(api.DELETE('/v1/events/{event_id}/blocks/{block_id}', { params: { path } }));
		else
			for (const seat_ids of piecesOf(b.seats))
				await take(api.POST('/v1/events/{event_id}/blocks/{block_id}:unblock', { params: { path }, body: { seat_ids } }));
	}
}

/** The live order that has a seat; undefined: none has. */
export async function orderOf(event: string, seat: string): Promise<Schema['Order'] | undefined> {
	const found = await take(api.GET('/v1/events/{event_id}/orders', { params: { path: { event_id: event }, query: { q: seat, limit: 20 } } }));
	return found.items.find((o) => o.items?.some((i) => i.seat_id === seat && i.status === 'live'));
}
