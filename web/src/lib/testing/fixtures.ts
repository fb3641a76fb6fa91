import type { Schema } from '$lib/api/client';
import { leastOf } from './contract';

const at = '2026-06-01T10:00:00Z';
export const eventID = 'evt_3k9q0a7c1v5m';

/** A kind of tickets at 25 euros, of which there are plenty. */
export function tier(of: Partial<Schema['Tier']> = {}): Schema['Tier'] {
	return {
		id: 'tir_general',
		name: 'General',
		kind: 'ticket',
		price: 2500,
		pricing: 'fixed',
		currency: 'EUR',
		tax_rate_bp: 0,
		tax_included: true,
		unit_gross: 2500,
		unit_fees: 0,
		unit_net: 2500,
		unit_tax: 0,
		max_per_order: 0,
		pools: ['pol_1'],
		sale_starts_at: null,
		sale_ends_at: null,
		capacity: 100,
		available: 60,
		waiting: 0,
		waitlist: true,
		...of
	};
}

/** An event in summer 2030, with a waitlist. */
export function event(of: Partial<Schema['Event']> = {}): Schema['Event'] {
	const tiers = of.tiers ?? [tier()];
	return {
		...leastOf('Event'),
		id: eventID,
		status: 'published',
		organization: { id: 'org_1', name: 'Kulturhaus', color: '' },
		title: 'Summer concert',
		location: 'Kulturhaus',
		starts_at: '2030-06-14T18:00:00Z',
		ends_at: '2030-06-14T21:00:00Z',
		timezone: 'Europe/Berlin',
		capacity: 100,
		availability: { capacity: 100, available: 60, held: 0, confirmed: 40, blocked: 0, waiting: 0 },
		tiers,
		pools: [{ id: 'pol_1', name: 'Event', capacity: 100, available: 60, held: 0, confirmed: 40, blocked: 0 }],
		max_transfers: 1,
		waitlist: {
			enabled: true,
			limit: 0,
			promotion: 'offer',
			claim_window_seconds: 21_600,
			party_policy: 'bounded_skip',
			position_display: 'exact',
			priority_head_start_seconds: 3600,
			wave_size: 0,
			wave_interval_seconds: 0,
			quiet_hours: { from: '22:00', to: '08:00' },
			time_critical: false
		},
		orders: {
			first_hold_seconds: 300,
			hold_seconds: 900,
			seat_hold_seconds: 120,
			unpaid_per_network: 120,
			unpaid_per_person: 100,
			limit_per_card: 0,
			self_refund: true,
			bank_transfer: false,
			exchange: true
		},
		currency: 'EUR',
		consents: 0,
		questions: 0,
		unconfirmed_per_network: 120,
		ledger_seq: 7,
		...of
	};
}

/** An order of two tickets for 50 euros; what it stands at is the test's. */
export function order(of: Partial<Schema['Order']> = {}): Schema['Order'] {
	const item = (no: number): Schema['Item'] => ({
		no,
		tier_id: 'tir_general',
		tier_name: 'General',
		status: 'live',
		price: 2500,
		discount: 0,
		net: 2500,
		tax: 0,
		tax_rate_bp: 0,
		gross: 2500
	});
	return {
		id: 'ord_3k9q0a7c1v5m0001',
		event_id: eventID,
		kind: 'order',
		status: 'pending',
		reason: 'ordered',
		units: 2,
		guests: [],
		items: [item(1), item(2)],
		currency: 'EUR',
		fees: 0,
		subtotal: 5000,
		discount: 0,
		net: 5000,
		tax: 0,
		total: 5000,
		paid: 0,
		refunded: 0,
		refunds: [],
		payment_providers: ['testpay'],
		payment_url: '/o/token',
		created_at: at,
		updated_at: at,
		...of
	};
}

/** A hall of two rows of six in the stalls and one of six on the balcony, at 25 and 15 euros. */
export const layout: Schema['SeatLayout'] = {
	event_id: eventID,
	seat_id_prefix: 'sea_3k9q0a7c',
	seats: 18,
	tiers: ['Front', 'Back'],
	tier_ids: { Front: 'tir_front', Back: 'tir_back' },
	sections: [
		{
			name: 'Stalls',
			rows: [
				{ name: 'A', seat: 1, count: 6, number: 1, step: 1, tiers: [0], x: [0, 10], y: [0], accessible: [0] },
				{ name: 'B', seat: 7, count: 6, number: 1, step: 1, tiers: [0], x: [0, 10], y: [10] }
			]
		},
		{ name: 'Balcony', rows: [{ name: 'C', seat: 13, count: 6, number: 1, step: 1, tiers: [1], x: [0, 10], y: [60] }] }
	]
};

/** The event of the hall. */
export function seatedEvent(of: Partial<Schema['Event']> = {}): Schema['Event'] {
	const seated = (id: string, name: string, price: number) => tier({ id, name, price, unit_gross: price, unit_net: price, seated: true });
	return event({ tiers: [seated('tir_front', 'Front', 2500), seated('tir_back', 'Back', 1500)], seating: { plan_id: 'pla_1', version: 1 }, ...of });
}

/** A queue that serves: 412 of 9,800 are called, and 60 tickets of one kind are left. */
export function waitingRoom(of: Partial<Schema['WaitingRoom']> = {}): Schema['WaitingRoom'] {
	const now = Date.now();
	return {
		...leastOf('WaitingRoom'),
		mode: 'queue',
		phase: 'serving',
		opens_at: new Date(now - 3_600_000).toISOString(),
		serves_at: new Date(now - 1_800_000).toISOString(),
		identity: 'none',
		entrants: 9800,
		serving: 412,
		inside: 380,
		max_inside: 500,
		admission_seconds: 600,
		available: 60,
		tiers: [{ tier_id: 'tir_general', name: 'General', price: 2500, currency: 'EUR', state: 'available' }],
		rate_per_minute: 95,
		as_of: new Date(now).toISOString(),
		...of
	};
}
