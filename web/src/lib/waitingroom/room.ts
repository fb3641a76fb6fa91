import type { Schema } from '$lib/api/client';
import { eventPath, type Event } from '$lib/event/event';
import { guards } from '$lib/event/guarded';
import { within } from '$lib/framed';
import { by } from '$lib/via';

export type Room = Schema['WaitingRoom'];
export type Phase = Room['phase'];

/** The page of the waiting room of an event; in a frame, the one there. */
export function roomPath(event: string): string {
	return by(event, `${within(eventPath(event))}/waiting-room`);
}

/**
 * The phase of an event's waiting room at a moment (ms), as the server computes it, but for a draw whose beacon is known
 * or late; undefined: it has none.
 */
export function roomPhase(event: Event, now: number): Phase | undefined {
	const room = event.waiting_room;
	if (!room) return undefined;
	const ends = Date.parse(event.registration_cutoff ?? event.ends_at);
	if (room.closed || event.status === 'cancelled' || event.status === 'postponed' || now >= ends) return 'closed';
	if (now < Date.parse(room.opens_at)) return 'announced';
	if (now >= Date.parse(room.serves_at)) return 'serving';
	return room.seals_at && now >= Date.parse(room.seals_at) ? 'sealed' : 'open';
}

/** How many minutes a place waits, rounded up, while people are called at a rate; undefined: nobody can say. */
export function waitMinutes(place: number, serving: number, perMinute: number): number | undefined {
	if (place <= serving) return 0;
	return perMinute > 0 ? Math.ceil((place - serving) / perMinute) : undefined;
}

const version = 'holdfast/receipt/v1';

/** The index of a text that looks like a receipt of an event; whether it is one the server says. */
export function indexIn(receipt: string, event: string): number | undefined {
	const line = receipt.split('\n');
	const index = line[2] ?? '';
	if (line[0] !== version || line[1] !== event || !/^\d{1,15}$/.test(index)) return undefined;
	return Number(index);
}

/** The place (from 1) of an index: that of arrival, or what a draw makes of it; undefined: it is not drawn. */
export async function placeOf(room: Room, index: number): Promise<number | undefined> {
	if (room.mode === 'queue') return index + 1;
	const { seed, entrants } = room.draw!;
	if (typeof entrants !== 'number') return undefined;
	if (index >= entrants) return index + 1;
	if (!seed) return undefined;
	const { drawnPlace } = await import('./place');
	return drawnPlace(seed, entrants, index);
}

/** When the time slot of a place begins (ms); undefined: the room has no slots. */
export function slotOf(room: Room, place: number): number | undefined {
	if (!room.slots || !room.serves_at) return undefined;
	return Date.parse(room.serves_at) + Math.floor((place - 1) / room.slots.people) * room.slots.minutes * 60_000;
}

/** Whether somebody takes part in the draw of a room: whoever joined before it was sealed. */
export function takesPart(room: Room, index: number): boolean {
	return room.mode !== 'queue' && (typeof room.draw?.entrants !== 'number' || index < room.draw.entrants);
}

/** A receipt as somebody pastes it: with the ends of lines of any system, and one line end at the end. */
export function pasted(text: string): string {
	return `${text.replace(/\r\n?/g, '\n').trim()}\n`;
}

/** In ms: whoever certainly waits for longer is far from their turn. */
const far = 10 * 60_000;
/** What a place waits, in ms for each person who is ahead, while nobody can say how fast people are called. */
const unknownPace = 100;

/**
 * For how long (ms) from the moment of the document nothing is likely to come that concerns a place, but for what is sold
 * out; undefined is the place of whoever has joined and is not drawn yet.
 */
export function quiet(room: Room, place: number | undefined): number {
	const until = (at: string | null | undefined) => Math.max(0, Date.parse(at ?? '') - Date.parse(room.as_of)) || 0;
	if (room.phase === 'open' && room.seals_at) return until(room.seals_at);
	if (room.phase === 'open' || room.phase === 'drawn') return until(room.serves_at);
	if (room.phase !== 'serving' || place === undefined) return 0;
	const slot = slotOf(room, place);
	if (slot !== undefined && slot > Date.parse(room.as_of)) return slot - Date.parse(room.as_of);
	const behind = place - room.serving - Math.max(0, room.max_inside - room.inside);
	if (behind <= 0) return 0; // there is room for everybody up to this place
	const minutes = waitMinutes(place, room.serving, room.rate_per_minute);
	return minutes === undefined ? behind * unknownPace : minutes * 60_000;
}

/**
 * How long until the document is asked for again, in ms: not by all in the same moment, and a third as often by whoever is
 * far from their turn. In a room of millions that is nearly everybody, by a cache that somebody pays for.
 */
export function pause(phase: Phase | undefined, untilOpening: number, nothing = 0, random = Math.random()): number {
	if (phase === 'announced') return Math.min(20_000 + 10_000 * random, Math.max(0, untilOpening) + 500 + 2500 * random);
	if (!guards(phase)) return 15_000;
	return (nothing > far ? 3 : 1) * (1500 + 1000 * random);
}
