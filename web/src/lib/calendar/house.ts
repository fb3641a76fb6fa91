import type { Schema } from '$lib/api/client';
import { localOf, momentOf } from '$lib/organizer/zones';
import { dateAfter } from './days';

export type Venue = Schema['VenueWithRooms'];
export type Room = Schema['Room'];
export type Booking = Schema['Booking'];
export type Status = Booking['status'];

/** Whether a booking keeps its rooms, or has kept them until it was over. */
export const stands = (b: Booking): boolean => open(b) || b.status === 'completed';
/** Whether something can still be done about it. */
export const open = (b: Booking): boolean => b.status === 'requested' || b.status === 'pending_deposit' || b.status === 'confirmed';

/** Rooms in the order of a house: by name, parts behind the room that they are a part of. */
export function inOrder(rooms: readonly Room[]): { room: Room; depth: number }[] {
	const known = new Set(rooms.map((r) => r.id));
	const list: { room: Room; depth: number }[] = [];
	const add = (of: string, depth: number) => {
		const parts = rooms.filter((r) => (r.part_of && known.has(r.part_of) ? r.part_of : '') === of);
		for (const room of parts.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }))) {
			list.push({ room, depth });
			add(room.id, depth + 1);
		}
	};
	add('', 0);
	return list;
}

/** A room and the rooms of which it is a part, by way of others too. */
function wholes(rooms: readonly Room[], id: string): string[] {
	const found: string[] = [];
	for (let at: string | undefined = id; at && !found.includes(at); at = rooms.find((r) => r.id === at)?.part_of) found.push(at);
	return found;
}

/** Whether one of two rooms is the other, or a part of it: then who has one keeps others from the other. */
export function related(rooms: readonly Room[], a: string, b: string): boolean {
	return wholes(rooms, a).includes(b) || wholes(rooms, b).includes(a);
}

/** What a booking has of a room: the room, only a part of it, or nothing. */
export function share(rooms: readonly Room[], b: Booking, room: string): 'whole' | 'part' | undefined {
	const up = wholes(rooms, room);
	if (b.rooms.some((id) => up.includes(id))) return 'whole';
	return b.rooms.some((id) => wholes(rooms, id).includes(room)) ? 'part' : undefined;
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** From when to when a venue is open on a date, in ms: what opens on the day before and closes on it is not among them. */
function openings(venue: Venue, date: string): [number, number][] {
	const hours = venue.opening_hours;
	const exception = hours.exceptions?.find((e) => e.date === date);
	const weekly = hours.weekly.length ? hours.weekly.filter((o) => o.weekday === weekdays[new Date(`${date}T12:00:00Z`).getUTCDay()]) : [always];
	return (exception ? (exception.openings ?? []) : weekly).map(({ opens, closes }) => {
		const last = closes <= opens ? dateAfter(date, 1) : date;
		return [momentOf(date, opens, venue.timezone)!.getTime(), momentOf(last, closes, venue.timezone)!.getTime()];
	});
}
const always = { opens: '00:00', closes: '00:00' };

/** Tells for moments of a date whether the venue is open. */
export function openOn(venue: Venue, date: string): (at: number) => boolean {
	const periods = [...openings(venue, dateAfter(date, -1)), ...openings(venue, date)];
	return (at) => periods.some(([opens, closes]) => opens <= at && at < closes);
}

/** The date on the clocks of the venue. */
export const dateOf = (at: number | string, venue: Venue): string => localOf(new Date(at), venue.timezone).date;

/** A booking as it stands in a column, in ms. */
export interface Laid {
	booking: Booking;
	share: 'whole' | 'part';
	busyFrom: number;
	from: number;
	to: number;
	busyTo: number;
	/** Which of how many beside each other: parts of a hall are booked at one time. */
	lane: number;
	lanes: number;
}

/** The bookings that have a room, or a part of it, between two moments, side by side where they meet. */
export function laid(bookings: readonly Booking[], rooms: readonly Room[], room: string, from: number, to: number): Laid[] {
	const list: Laid[] = [];
	for (const booking of bookings) {
		const has = stands(booking) ? share(rooms, booking, room) : undefined;
		if (!has) continue;
		const [busyFrom, busyTo] = [Date.parse(booking.busy_from), Date.parse(booking.busy_to)];
		if (busyFrom >= to || busyTo <= from) continue;
		list.push({ booking, share: has, busyFrom, from: Date.parse(booking.starts_at), to: Date.parse(booking.ends_at), busyTo, lane: 0, lanes: 1 });
	}
	list.sort((a, b) => a.from - b.from || a.booking.id.localeCompare(b.booking.id));
	// A booking that meets somebody of a group belongs to it. Set-up and tear-down may go on at once.
	let group: Laid[] = [];
	let until = -Infinity;
	const close = () => {
		const lanes = Math.max(1, ...group.map((l) => l.lane + 1));
		for (const l of group) l.lanes = lanes;
		group = [];
	};
	for (const l of list) {
		if (l.from >= until) close();
		const taken = new Set(group.filter((o) => o.to > l.from).map((o) => o.lane));
		while (taken.has(l.lane)) l.lane++;
		group.push(l);
		until = Math.max(until, l.to);
	}
	close();
	return list;
}

/** What of a column goes on at a moment: the event itself rather than what is made ready around it. */
export function doing(list: readonly Laid[], from: number, to: number): { laid: Laid; what: 'booked' | 'setup' | 'teardown' } | undefined {
	const core = list.find((l) => l.from < to && l.to > from);
	if (core) return { laid: core, what: 'booked' };
	const buffer = list.find((l) => l.busyFrom < to && l.busyTo > from);
	return buffer && { laid: buffer, what: buffer.from >= to ? 'setup' : 'teardown' };
}

/** Whether a time is, as far as the page knows, kept by somebody else than one booking. The server decides. */
export function meets(list: readonly Laid[], venue: Venue, from: number, to: number, setup: number, teardown: number, except = ''): boolean {
	return list.some((l) => {
		if (l.booking.id === except || l.booking.status === 'completed') return false;
		const sum = venue.buffer_rule === 'sum';
		const before = l.busyTo <= (sum ? from - setup : from) && (sum || l.to <= from - setup);
		const after = to + teardown <= (sum ? l.busyFrom : l.from) && (sum || to <= l.busyFrom);
		return !before && !after;
	});
}
