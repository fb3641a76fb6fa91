import type { Schema } from '$lib/api/client';

type Order = Schema['Order'];
type Payments = Schema['Payments'];

/**
 * Where an order that costs something stands on its way to being paid:
 *
 * - kept: it waits for its payment, and nobody has begun to pay
 * - failed: a try to pay did not work
 * - underway: paid by something slow; the money has not come
 * - captured: the money is in, and what it is worth is being decided
 * - paid: it has its tickets
 * - lapsed: its time is over and nothing was paid; lapsedUnderway and
 *   lapsedCaptured: and yet money is coming, or has come; lapsedBack: it goes back
 * - cancelled, refunded
 */
export type Way =
	'kept' | 'failed' | 'underway' | 'captured' | 'paid' | 'lapsed' | 'lapsedUnderway' | 'lapsedCaptured' | 'lapsedBack' | 'cancelled' | 'refunded';

export function wayOf(order: Order, payments: Payments | undefined, now: number): Way {
	const has = (status: Schema['CheckoutState']['status']) => payments?.checkouts.some((c) => c.status === status) ?? false;
	const money = (status: Schema['Payment']['status']) => payments?.items.some((p) => p.status === status) ?? false;
	switch (order.status) {
		case 'confirmed':
			return 'paid';
		case 'cancelled':
		case 'refunded':
			return order.status;
		case 'pending':
			if (money('captured')) return 'captured';
			if (has('pending')) return 'underway';
			// The server says so a moment later.
			if (order.expires_at && now >= Date.parse(order.expires_at)) return 'lapsed';
			return has('failed') ? 'failed' : 'kept';
		default:
			if (money('captured')) return 'lapsedCaptured';
			if (money('refund')) return 'lapsedBack';
			return has('pending') ? 'lapsedUnderway' : 'lapsed';
	}
}

/** Whether something is about to change without anybody here doing anything. */
export function moving(way: Way, payments: Payments | undefined): boolean {
	if (['kept', 'failed', 'underway', 'captured', 'lapsedUnderway', 'lapsedCaptured'].includes(way)) return true;
	return refunds(payments).some((r) => r.status === 'due' || r.status === 'pending');
}

/** All that goes back, or went. */
export function refunds(payments: Payments | undefined): Schema['RefundPayout'][] {
	return payments?.items.flatMap((p) => p.refunds) ?? [];
}

/** A line of an order: items of one tier at one price. */
export interface Line {
	tier: string;
	name?: string;
	price: number;
	count: number;
	/** A fee of the order, of which there is one. */
	fee?: boolean;
	places: Schema['Place'][];
}

/** The live items of an order, or all of one that has ended, as one reads them on a receipt. */
export function linesOf(order: Order): Line[] {
	const items = order.items ?? [];
	const live = items.filter((i) => i.status === 'live');
	const lines: Line[] = [];
	for (const item of live.length ? live : items) {
		let line = lines.find((l) => l.tier === item.tier_id && l.price === item.price);
		if (!line) lines.push((line = { tier: item.tier_id, name: item.tier_name, price: item.price, count: 0, fee: item.fee, places: [] }));
		line.count++;
		if (item.place) line.places.push(item.place);
	}
	return lines;
}

/** What was given with an order: of its live items, or of all of one that has ended. */
export function givenIn(order: Order): number {
	const gifts = (order.items ?? []).filter((i) => i.donation);
	const live = order.items?.some((i) => i.status === 'live');
	return gifts.filter((i) => !live || i.status === 'live').reduce((n, i) => n + i.gross, 0);
}

/** What the organizer keeps of an order when its buyer gives the tickets back: fees that do not go back. */
export const keptIn = (order: Order): number => (order.items ?? []).filter((i) => i.fee_kept && i.status === 'live').reduce((n, i) => n + i.gross, 0);

/** Whether nothing is left of an order but what was given with it. */
export const onlyGiven = (order: Order): boolean =>
	order.status === 'confirmed' && (order.items ?? []).some((i) => i.donation) && (order.items ?? []).every((i) => i.donation || i.status !== 'live');

const places = 'paid-from:';

/** Keeps where somebody is who goes away to pay, so that they come back to the same page. */
export function leaveFrom(order: string, path: string): void {
	try {
		sessionStorage.setItem(places + order, path);
	} catch {
		// Then they come back to the page that anybody with the link sees.
	}
}

/** Where somebody was who went away to pay for an order, once; undefined when they are there, or nobody went. */
export function comeBack(order: string, path: string): string | undefined {
	try {
		const from = sessionStorage.getItem(places + order);
		sessionStorage.removeItem(places + order);
		return from && from !== path && from.startsWith('/') && !from.startsWith('//') ? from : undefined;
	} catch {
		return undefined;
	}
}
