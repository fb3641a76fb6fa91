import { take, type Schema } from '$lib/api/client';
import type { Key } from '$lib/change.svelte';
import { api } from '$lib/organizer/organization.svelte';
import { open, type Booking } from './house';

/** Bookings that are asked for at once, and how many pages of them are read. */
const page = 200;
const pages = 10;

/** Bookings of a time; more: there are others, which were not read. */
export interface Found {
	items: Booking[];
	more: boolean;
}

/** The bookings of a venue that have rooms, set-up and tear-down included, between two moments; of a room, if one is named. */
export async function bookingsBetween(venue: string, from: number, to: number, room: string): Promise<Found> {
	const items: Booking[] = [];
	let cursor: string | undefined;
	for (let n = 0; n < pages; n++) {
		const got = await take(
			api.GET('/v1/venues/{venue_id}/bookings', {
				params: {
					path: { venue_id: venue },
					query: {
						limit: page,
						cursor,
						from: new Date(from).toISOString(),
						until: new Date(to).toISOString(),
						buffers: 'true',
						...(room && { room_id: room })
					}
				}
			})
		);
		items.push(...got.items);
		cursor = got.next_cursor;
		if (!cursor) return { items, more: false };
	}
	return { items, more: true };
}

export type BookedDay = Schema['BookedDay'];

/** What stands on days of a venue, in one question however many there are; of a room, if one is named. */
export const bookedDays = (venue: string, date: string, days: number, room: string): Promise<Schema['BookedDays']> =>
	take(api.GET('/v1/venues/{venue_id}/booking-days', { params: { path: { venue_id: venue }, query: { date, days, ...(room && { room_id: room }) } } }));

/** The bookings that somebody has to confirm or decline, the first of them. */
export async function requests(venue: string, now: number): Promise<Booking[]> {
	const query = { limit: page, booking_status: 'requested' as const, from: new Date(now).toISOString() };
	const got = await take(api.GET('/v1/venues/{venue_id}/bookings', { params: { path: { venue_id: venue }, query } }));
	return got.items.filter((b) => b.status === 'requested');
}

/** The bookings that are for an event. */
export const bookingsOf = async (event: string): Promise<Booking[]> =>
	(await take(api.GET('/v1/events/{event_id}/bookings', { params: { path: { event_id: event } } }))).items;

/** The booking by which an event takes its place, where it has one. */
export async function placeOf(event: Schema['Event']): Promise<Booking | undefined> {
	const wanted = event.venue_rooms;
	const found = (await bookingsOf(event.id)).filter((b) => b.follows_event && open(b) && b.venue_id === wanted?.venue_id);
	return found.find((b) => JSON.stringify(b.rooms) === JSON.stringify(wanted?.rooms)) ?? found[0];
}

/** At most so many bookings are read for their names. */
const readable = 8;

/** Bookings by their ids, as far as they can be read. */
export async function named(ids: readonly (string | undefined)[]): Promise<Booking[]> {
	const read = [...new Set(ids.filter((id) => id !== undefined))]
		.slice(0, readable)
		.map((id) => take(api.GET('/v1/bookings/{booking_id}', { params: { path: { booking_id: id } } })));
	return (await Promise.allSettled(read)).flatMap((r) => (r.status === 'fulfilled' ? [r.value] : []));
}

export type NewBooking = Schema['NewBooking'];

const at = (id: string) => ({ params: { path: { booking_id: id } } });

export const tryBooking = (venue: string, body: NewBooking, moved: string) =>
	take(api.POST('/v1/venues/{venue_id}/bookings:check', { params: { path: { venue_id: venue } }, body: { ...body, ...(moved && { booking_id: moved }) } }));
export const book = (venue: string, body: NewBooking, header: Key) =>
	take(api.POST('/v1/venues/{venue_id}/bookings', { params: { path: { venue_id: venue }, header }, body }));
export const move = (id: string, body: Schema['BookingMove']) => take(api.POST('/v1/bookings/{booking_id}:move', { ...at(id), body }));
export const confirm = (id: string) => take(api.POST('/v1/bookings/{booking_id}:confirm', at(id)));
export const decline = (id: string, reason: Schema['BookingDecline']['reason']) =>
	take(api.POST('/v1/bookings/{booking_id}:decline', { ...at(id), body: { reason } }));
export const cancel = (id: string, reason: Schema['BookingCancel']['reason'], by_venue: boolean) =>
	take(api.POST('/v1/bookings/{booking_id}:cancel', { ...at(id), body: { reason, ...(by_venue && { by_venue }) } }));
export type Part = Schema['BookingCheckout']['part'];
/** The page on which a part of a booking's price is paid. */
export const checkout = (id: string, part: Part, provider: string) =>
	take(api.POST('/v1/bookings/{booking_id}:checkout', { ...at(id), body: { part, provider } }));
/** The page on which a part of the price of all dates of a series is paid for which it waits. */
export const checkoutDates = (series: string, part: Part, provider: string) =>
	take(api.POST('/v1/booking-series/{booking_series_id}:checkout', { params: { path: { booking_series_id: series } }, body: { part, provider } }));
export const markPaid = (id: string, part: Part, reference: string) =>
	take(api.POST('/v1/bookings/{booking_id}:mark-paid', { ...at(id), body: { part, reference } }));
export const waive = (id: string, reason: string) => take(api.POST('/v1/bookings/{booking_id}:waive-deposit', { ...at(id), body: { reason } }));
export const setPrice = (id: string, price: number) => take(api.POST('/v1/bookings/{booking_id}:set-price', { ...at(id), body: { price } }));
export const paymentsOf = (id: string) => take(api.GET('/v1/bookings/{booking_id}/payments', at(id)));
export const markRefunded = (id: string, refund: string, reference: string) =>
	take(
		api.POST('/v1/bookings/{booking_id}/refunds/{refund_id}:mark-refunded', {
			params: { path: { booking_id: id, refund_id: refund } },
			body: { reference }
		})
	);
const refundOf = (booking_id: string, refund_id: string) => ({ params: { path: { booking_id, refund_id } } });
export type RefundReason = Schema['RefundAssignment']['reason'];
/** Of which dates a refund is that was made in the dashboard of a payment provider. */
export const refundDates = (id: string, refund: string) => take(api.GET('/v1/bookings/{booking_id}/refunds/{refund_id}/dates', refundOf(id, refund)));
export const assignRefund = (id: string, refund: string, body: Schema['RefundAssignment']) =>
	take(api.POST('/v1/bookings/{booking_id}/refunds/{refund_id}:assign', { ...refundOf(id, refund), body }));
/** The bookings whose rest was due and is not paid. */
export const overdue = async (venue: string): Promise<Booking[]> =>
	(await take(api.GET('/v1/venues/{venue_id}/overdue-bookings', { params: { path: { venue_id: venue } } }))).items;
export const oneBooking = (id: string) => take(api.GET('/v1/bookings/{booking_id}', at(id)));

export const cancelSeries = (id: string, reason: Schema['BookingCancel']['reason']) =>
	take(api.POST('/v1/booking-series/{booking_series_id}:cancel', { params: { path: { booking_series_id: id } }, body: { reason } }));

export const declineReasons = ['not_available', 'not_suitable', 'house_rules', 'other'] as const satisfies readonly Schema['BookingDecline']['reason'][];
export const cancelReasons = ['no_longer_needed', 'moved_elsewhere', 'venue_closed', 'other'] as const satisfies readonly Schema['BookingCancel']['reason'][];
