import type { Event } from '$lib/event/event';
import { paidFor } from '$lib/event/fees';
import { money } from '$lib/event/money';
import { seats as t } from '$lib/translations/seats';
import type { Hall } from './hall.svelte';
import { available } from './look';
import { accessible, companion, obstructed, placeOf } from './plan';

/** Describes the seats of an event in the reader's language. */
export interface Description {
	/** Where a seat is. */
	place(seat: number): string;
	/** A seat in words: where it is, what it is, and whether one can have it. */
	say(seat: number): string;
	/** What a seat of a tier costs, by the index of the plan. */
	price(tier: number): string;
	/** What seats cost together, and what is given beside them in minor units. */
	total(seats: readonly number[], more?: number): string;
	/** Whether one can wait for a seat: it is somebody's, or reserved for the waitlist. */
	waits(seat: number): boolean;
}

const blocked = 'b'.charCodeAt(0);

export function describeSeats(event: Event, hall: Hall): Description {
	const { plan, states, chosen } = hall;
	const tierOf = (n: number) => event.tiers.find((t) => t.id === plan.tiers[n]?.id);
	const currency = event.tiers.find((t) => t.currency)?.currency ?? 'EUR';
	const paid = (tier: ReturnType<typeof tierOf>) => (tier ? paidFor(tier) : 0);
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
		total: (seats, more = 0) =>
			money(
				seats.reduce((sum, s) => sum + paid(tierOf(plan.tier[s]!)), more),
				currency
			),
		waits: (seat) => event.waitlist.enabled && states[seat] !== available && states[seat] !== blocked
	};
}
