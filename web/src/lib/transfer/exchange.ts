import type { Schema } from '$lib/api/client';

/**
 * The status of a ticket on the waitlist, for the buyer:
 *
 * - no: it is not for the waitlist to have
 * - possible: it can be given to the waitlist
 * - free: it cost nothing, so it would go back at once
 * - open: the waitlist can have it; matched: somebody is offered a place for it
 */
export type LineStage = 'no' | 'possible' | 'free' | 'open' | 'matched';

export function exchangeStage(ticket: Schema['Ticket'], order: Schema['Order'], event: Schema['Event'], now: number): LineStage {
	if (ticket.exchange) return ticket.exchange.status;
	const item = order.items?.find((i) => i.no === ticket.unit);
	if (order.status !== 'confirmed' || item?.status !== 'live' || ticket.transferred || ticket.offered) return 'no';
	if (item.gross === 0) {
		// Of one that cost nothing as a whole, the only ticket goes back with the order.
		const alone = order.items!.filter((i) => i.status === 'live').length === 1;
		const own = !order.paid || event.orders.self_refund;
		return !alone && own && now < Date.parse(event.cancellation_cutoff ?? event.ends_at) ? 'free' : 'no';
	}
	if (!event.orders.exchange || !event.waitlist.enabled) return 'no';
	return now < exchangeEnds(event) ? 'possible' : 'no';
}

/** Until when the waitlist can have a ticket. */
export function exchangeEnds(event: Schema['Event']): number {
	return Date.parse(event.registration_cutoff ?? event.ends_at);
}
