import type { Event } from '$lib/event/event';
import { feesIn, feesOf, paidFor } from '$lib/event/fees';
import { money } from '$lib/event/money';
import { seats as t } from '$lib/translations/seats';
import type { Hall } from './hall.svelte';
import { available } from './look';
import { accessible, companion, obstructed, placeOf } from './plan';

/** Something beside seats, and what is paid for it, in words and in minor units. */
export interface Line {
	id: string;
	name: string;
	price: string;
	amount: number;
}

/** Describes the seats of an event in the reader's language. */
export interface Description {
	/** Where a seat is. */
	place(seat: number): string;
	/** A seat in words: where it is, what it is, and whether one can have it. */
	say(seat: number): string;
	/** What a seat of a tier costs, by the index of the plan. */
	price(tier: number): string;
	/** What the fees of the event come to for seats, which is more than their prices have where a fee is for the order. */
	fees(seats: readonly number[]): Line[];
	/** What seats cost together with their fees, and what is given beside them in minor units. */
	total(seats: readonly number[], more?: number): string;
	/** Whether one can wait for a seat: it is somebody's, or reserved for the waitlist. */
	waits(seat: number): boolean;
}

const blocked = 'b'.charCodeAt(0);

export function describeSeats(event: Event, hall: Hall): Description {
	const { plan, states, chosen } = hall;
	const tierOf = (n: number) => event.tiers.find((t) => t.id === plan.tiers[n]?.id);
	const currency = event.tiers.find((t) => t.currency)?.currency ?? 'EUR';
	const each = (seat: number) => tierOf(plan.tier[seat]!)?.unit_gross ?? 0;
	const charged = feesOf(event.tiers);
	const fees = (seats: readonly number[]): Line[] =>
		feesIn(
			charged,
			seats.map((s) => ({ count: 1, each: each(s) })),
			currency
		).map((f) => ({ ...f, price: money(f.amount, currency) }));
	const place = (seat: number) => t('seat.place', placeOf(plan, seat));
	function price(n: number): string {
		const tier = tierOf(n);
		return tier?.price ? money(paidFor(tier), tier.currency ?? 'EUR') : t('card.free');
	}
	function state(seat: number): string {
		if (chosen.has(seat)) return t('seat.chosen');
		const taken: Record<string, string> = { h: t('seat.held'), s: t('seat.sold'), b: t('seat.blocked'), w: t('seat.reserved') };
		return taken[String.fromCharCode(states[seat]!)] ?? t('seat.available', { price: price(plan.tier[seat]!) });
	}
	function say(seat: number): string {
		const marks = plan.marks[seat]!;
		const all = [state(seat), marks & accessible && t('seat.accessible'), marks & companion && t('seat.companion'), marks & obstructed && t('seat.obstructed')];
		const states = all.filter(Boolean).join(', ');
		const { name } = plan.tiers[plan.tier[seat]!]!;
		return name ? t('seat.say', { place: place(seat), tier: name, state: states }) : `${place(seat)}: ${states}`;
	}
	return {
		place,
		say,
		price,
		fees,
		total: (seats, more = 0) => money(seats.reduce((sum, s) => sum + each(s), more) + fees(seats).reduce((sum, f) => sum + f.amount, 0), currency),
		waits: (seat) => event.waitlist.enabled && states[seat] !== available && states[seat] !== blocked
	};
}
