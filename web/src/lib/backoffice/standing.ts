import type { Schema } from '$lib/api/client';

export type Guest = Schema['EventGuest'];
export type Order = Schema['Order'];
export type Entry = Schema['Entry'];

export type Tone = 'good' | 'wait' | 'plain' | 'bad';

/** How a state looks: settled, wanting somebody, over. */
export function toneOf(state: string): Tone {
	switch (state) {
		case 'confirmed':
		case 'ticket_holder':
		case 'accepted':
		case 'done':
		case 'delivered':
		case 'sent':
			return 'good';
		case 'offered':
		case 'pending':
		case 'held':
		case 'waiting':
		case 'applied':
		case 'open':
		case 'matched':
		case 'due':
		case 'sending':
		case 'retrying':
			return 'wait';
		case 'failed':
		case 'bounced':
			return 'bad';
	}
	return 'plain';
}

/** Providers whose money a person handles, and so whose refunds. */
const hands = new Set(['manual', 'import', 'cash', 'card_terminal']);

/** Whether a person makes the refunds of a provider. */
export function byHand(provider: string): boolean {
	return hands.has(provider);
}

/** The places that a guest has for certain. */
export function places(guest: Guest): number {
	return guest.orders.filter((o) => o.status === 'confirmed').reduce((n, o) => n + liveUnits(o), 0);
}

/** How many units of an order are still there. */
export function liveUnits(order: Order): number {
	return order.kind === 'order' ? order.items.filter((i) => i.status === 'live' && !i.fee).length : order.units;
}

/** The tiers of what somebody has, each once. */
export function tiersOf(guest: Guest): string[] {
	const ids = new Set<string>();
	for (const o of guest.orders) {
		if (o.tier_id) ids.add(o.tier_id);
		for (const i of o.items ?? []) if (i.status === 'live') ids.add(i.tier_id);
	}
	if (!ids.size && guest.entry) ids.add(guest.entry.tier_id);
	return [...ids];
}

/** What somebody is called: the name, else the address, else the organizer's own name for them. */
export function called(person: { name?: string; email?: string; user_id: string } | undefined): string {
	return person?.name || person?.email || person?.user_id || '';
}

/** Up to two letters that stand for a name. */
export function initials(name: string): string {
	const words = name.trim().split(/\s+/).filter(Boolean);
	return words
		.filter((_, i) => i === 0 || i === words.length - 1)
		.map((w) => [...w][0]?.toUpperCase() ?? '')
		.join('');
}
