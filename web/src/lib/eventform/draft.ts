import { admits } from '$lib/event/event';
import type { Schema } from '$lib/api/client';
import { Problem } from '$lib/api/problem';
import { readersZone } from '$lib/i18n/dates';
import { minorOf, whole } from '$lib/organizer/amount';
import { localOf, momentOf } from '$lib/organizer/zones';
import { fresh, questionsIn } from '$lib/questions/draft';
import { at, hour, momentIn, orEmpty, plainNumber, Reading } from './reading';
import { newTier, ownPool, seatingIn, tiersIn, tiersOf, type TicketsDraft } from './tiers';
import { newWaitlist, waitlistIn, waitlistOf, type WaitlistDraft } from './waitlist';

type Event = Schema['Event'];

/** Texts that are sent as they are typed. Each has the name that the API has for it. */
const texts = ['description', 'location', 'coordinates', 'online_url', 'business_owes_tax_in'] as const;
type Texts = Record<(typeof texts)[number], string>;

const textsBy = (of: (name: keyof Texts) => string) => Object.fromEntries(texts.map((name) => [name, of(name)])) as Texts;

/** The texts as they are sent. */
export const textsIn = (d: Texts) => textsBy((name) => d[name].trim());

/** What stands in a text between separators. */
const between = (text: string, separator: RegExp) => text.split(separator).flatMap((part) => part.trim() || []);

/** What the event says of itself, as it is sent. */
export const labelsIn = (d: Pick<Draft, 'category' | 'tags' | 'performers' | 'language'>) => ({
	category: d.category,
	tags: between(d.tags, /[,\n]/),
	performers: between(d.performers, /\n/),
	language: d.language
});

/** What guests are asked, as it is sent: an answer of one line to each, as they like. */
export const asksIn = (d: Pick<Draft, 'asks'>) => {
	const labels = d.asks.map((label) => label.trim()).filter(Boolean);
	return questionsIn(
		labels.map((label) => ({ ...fresh(), label })),
		new Set()
	);
};

/** The rooms that it takes, as they are sent. */
export const roomsIn = (d: Pick<Draft, 'venue' | 'rooms' | 'setup' | 'teardown' | 'layout' | 'people'>, r = new Reading()): Schema['VenueRooms'] => {
	if (!d.venue) return { venue_id: '' };
	if (!d.rooms.length) r.add('venue_rooms.rooms', 'required');
	return {
		venue_id: d.venue,
		rooms: [...d.rooms],
		...(d.setup.trim() && { setup_minutes: r.number('venue_rooms.setup_minutes', d.setup) }),
		...(d.teardown.trim() && { teardown_minutes: r.number('venue_rooms.teardown_minutes', d.teardown) }),
		...(d.layout && { layout: d.layout as 'rows' }),
		...(d.people.trim() && { people: r.number('venue_rooms.people', d.people) })
	};
};

/** The picture, as it is sent. */
const coverIn = (d: Pick<Draft, 'cover'>, r: Reading): Schema['CoverIn'] =>
	d.cover ? { picture_id: d.cover.picture_id, alt: r.text('cover.alt', d.cover.alt), focal_point: { ...d.cover.focal_point } } : { picture_id: '' };

/** An event as it is typed: everything is text until it is sent. */
export interface Draft extends Texts, TicketsDraft {
	title: string;
	category: Event['category'];
	/** Separated by commas. */
	tags: string;
	/** One in a line. */
	performers: string;
	/** The picture; undefined: it has none. */
	cover: Schema['Cover'] | undefined;
	/** As an ISO 639 code; '': not said. */
	language: string;
	/** What guests are asked, in words, of an event that is new; empty ones are not asked. */
	asks: string[];
	/** In years; empty: all ages. */
	ageMin: string;
	/** The venue where it takes rooms; '': it takes none. */
	venue: string;
	/** Ids of rooms of the venue. */
	rooms: string[];
	/** In minutes; empty: the venue's. */
	setup: string;
	teardown: string;
	layout: string;
	people: string;
	date: string;
	time: string;
	endDate: string;
	endTime: string;
	capacity: string;
	maxGuests: string;
	/** Whether guests are named. */
	guestNames: Event['guest_names'];
	limit: string;
	registrationEnds: string;
	cancellationEnds: string;
	doorsOpen: string;
	transfers: string;
	/** Seconds before the start. */
	reminders: number[];
	/** How many seconds after the end guests are asked how it was; '0': they are not. */
	feedbackAfter: string;
	/** How long an order is held until its payment begins. */
	firstHoldMinutes: string;
	holdMinutes: string;
	/** The same for orders that name seats. */
	seatHoldMinutes: string;
	selfRefund: boolean;
	bankTransfer: boolean;
	/** How to pay by bank transfer or in cash. */
	instructions: string;
	/** Buyers may give tickets to the waitlist for their money. */
	exchange: boolean;
	/** Whoever takes part has to be signed in with the address; undefined: as suits the event (see confirms). */
	require_confirmed_address: boolean | undefined;
	/** How much strangers in one network, and one person, may take; empty: as much as they like. */
	unconfirmedPerNetwork: string;
	unpaidPerNetwork: string;
	unpaidPerPerson: string;
	/** How many tickets one payment card buys; empty: as many as it likes. */
	limitPerCard: string;
	/** The plan that the form begins with, of an event that is copied. */
	plan?: string;
	/** Nobody may leave a single seat between others. */
	no_single_seats: boolean;
	/** Who can read the public log. */
	log: Event['log'];
	/** Who finds it. */
	visibility: Event['visibility'];
	/** The organizer approves each who takes part. */
	approval: boolean;
	/** How many are expected at once. */
	demand: Event['demand'];
	waitlist: WaitlistDraft;
}

const day = 24 * hour;
export const usualReminders = [7 * day, day, 3 * hour, hour] as const;

/** What a new event begins with: a Friday evening in a few weeks. */
export function newDraft(tier: string, now = new Date()): Draft {
	const zone = readersZone();
	const today = Date.parse(`${localOf(now, zone).date}T00:00:00Z`);
	const then = new Date(today + 21 * day * 1000);
	then.setUTCDate(then.getUTCDate() + ((12 - then.getUTCDay()) % 7));
	const date = then.toISOString().slice(0, 10);
	return {
		title: '',
		...textsBy(() => ''),
		category: 'none',
		tags: '',
		performers: '',
		cover: undefined,
		language: '',
		asks: [''],
		ageMin: '',
		venue: '',
		rooms: [],
		setup: '',
		teardown: '',
		layout: '',
		people: '',
		date,
		time: '19:00',
		endDate: date,
		endTime: '21:00',
		zone,
		capacity: '50',
		maxGuests: '0',
		guestNames: 'required',
		limit: '',
		currency: 'EUR',
		tiers: [newTier(tier)],
		pools: [],
		registrationEnds: '',
		cancellationEnds: '',
		doorsOpen: '',
		transfers: '1',
		reminders: [day],
		feedbackAfter: '0',
		firstHoldMinutes: '5',
		holdMinutes: '15',
		seatHoldMinutes: '2',
		selfRefund: false,
		bankTransfer: false,
		instructions: '',
		exchange: true,
		require_confirmed_address: undefined,
		unconfirmedPerNetwork: '120',
		unpaidPerNetwork: '120',
		unpaidPerPerson: '100',
		limitPerCard: '',
		no_single_seats: false,
		log: 'people',
		visibility: 'public',
		approval: false,
		demand: 'normal',
		waitlist: newWaitlist()
	};
}

/** An event as it could have been typed. */
export function draftOf(event: Event): Draft {
	const zone = event.timezone;
	const [starts, ends] = [localOf(new Date(event.starts_at), zone), localOf(new Date(event.ends_at), zone)];
	const currency = event.currency ?? 'EUR';
	return {
		title: event.title,
		...textsBy((name) => event[name] ?? ''),
		category: event.category,
		tags: event.tags.join(', '),
		performers: event.performers.join('\n'),
		cover: event.cover && { ...event.cover, focal_point: { ...event.cover.focal_point } },
		language: event.language,
		asks: [''],
		ageMin: orEmpty(event.age_min),
		venue: event.venue_rooms?.venue_id ?? '',
		rooms: [...(event.venue_rooms?.rooms ?? [])],
		setup: String(event.venue_rooms?.setup_minutes ?? ''),
		teardown: String(event.venue_rooms?.teardown_minutes ?? ''),
		layout: event.venue_rooms?.layout ?? '',
		people: orEmpty(event.venue_rooms?.people ?? 0),
		date: starts.date,
		time: starts.time,
		endDate: ends.date,
		endTime: ends.time,
		zone,
		capacity: String(event.capacity ?? ''),
		maxGuests: String(event.max_guests),
		guestNames: event.guest_names,
		limit: orEmpty(event.limit_per_person),
		currency,
		...tiersOf(event, currency),
		registrationEnds: at(event.registration_cutoff, zone),
		cancellationEnds: at(event.cancellation_cutoff, zone),
		doorsOpen: at(event.doors_open_at, zone),
		transfers: String(event.max_transfers),
		reminders: [...event.reminder_offsets_seconds],
		feedbackAfter: String(event.feedback_after_seconds),
		firstHoldMinutes: plainNumber(event.orders.first_hold_seconds / 60),
		holdMinutes: plainNumber(event.orders.hold_seconds / 60),
		seatHoldMinutes: plainNumber(event.orders.seat_hold_seconds / 60),
		selfRefund: event.orders.self_refund,
		bankTransfer: event.orders.bank_transfer,
		instructions: event.orders.payment_instructions ?? '',
		exchange: event.orders.exchange,
		require_confirmed_address: event.require_confirmed_address,
		unconfirmedPerNetwork: orEmpty(event.unconfirmed_per_network),
		unpaidPerNetwork: orEmpty(event.orders.unpaid_per_network),
		unpaidPerPerson: orEmpty(event.orders.unpaid_per_person),
		limitPerCard: orEmpty(event.orders.limit_per_card),
		no_single_seats: event.no_single_seats ?? false,
		log: event.log,
		visibility: event.visibility,
		approval: event.approval,
		demand: event.demand,
		waitlist: waitlistOf(event.waitlist)
	};
}

/** Moves a text of a local time by so many days. */
function shift(text: string, days: number): string {
	if (!text) return '';
	const [date = '', time] = text.split('T');
	const moved = new Date(Date.parse(`${date}T00:00:00Z`) + days * day * 1000).toISOString().slice(0, 10);
	return time === undefined ? moved : `${moved}T${time}`;
}

/** A copy to begin another event with: the same weekday and hour, in weeks to come; ids stay behind. */
export function copyOf(event: Event, now = new Date()): Draft {
	const d = draftOf(event);
	const past = (now.getTime() - Date.parse(event.starts_at)) / 1000;
	const days = 7 * Math.max(1, Math.ceil((past + day) / (7 * day)));
	for (const field of ['date', 'endDate', 'registrationEnds', 'cancellationEnds', 'doorsOpen'] as const) d[field] = shift(d[field], days);
	for (const t of d.tiers) {
		delete t.id;
		t.opens = shift(t.opens, days);
		t.closes = shift(t.closes, days);
	}
	for (const p of d.pools) delete p.id;
	if (event.seating) d.plan = event.seating.plan_id;
	return d;
}

/** Whether anything of a draft costs something. */
export const costs = (d: Draft) => d.tiers.some((t) => t.price.trim() && minorOf(t.price, d.currency) !== 0);

/** From how many places on a free event asks for confirmed addresses unless it is told otherwise. */
export const confirmsFrom = 200;

/** Whether a draft asks for confirmed addresses: as was chosen, else when it is large and costs nothing. */
export const confirms = (d: Draft) => d.require_confirmed_address ?? (!costs(d) && (!d.capacity.trim() || Number(d.capacity) >= confirmsFrom));

/** What a draft says to the API, as a new event; or what is wrong with it. */
export function readDraft(d: Draft): { body: Schema['NewEvent']; problem?: Problem } {
	const r = new Reading();
	const starts = momentOf(d.date, d.time, d.zone);
	const ends = momentOf(d.endDate, d.endTime, d.zone);
	if (!starts) r.add('starts_at', 'required');
	if (!ends) r.add('ends_at', 'required');
	if (starts && ends && ends <= starts) r.add('ends_at', 'out_of_order');
	const paid = costs(d);
	const body: Schema['NewEvent'] = {
		title: r.text('title', d.title),
		...textsIn(d),
		...labelsIn(d),
		venue_rooms: roomsIn(d, r),
		cover: coverIn(d, r),
		age_min: r.optional('age_min', d.ageMin),
		starts_at: starts?.toISOString() ?? '',
		ends_at: ends?.toISOString() ?? '',
		timezone: d.zone,
		capacity: r.bound('capacity', d.capacity),
		max_guests: r.optional('max_guests', d.maxGuests),
		guest_names: d.guestNames,
		limit_per_person: r.optional('limit_per_person', d.limit),
		registration_cutoff: momentIn(d.registrationEnds, d.zone),
		cancellation_cutoff: momentIn(d.cancellationEnds, d.zone),
		doors_open_at: momentIn(d.doorsOpen, d.zone),
		max_transfers: r.optional('max_transfers', d.transfers),
		reminder_offsets_seconds: d.reminders,
		feedback_after_seconds: Number(d.feedbackAfter),
		require_confirmed_address: confirms(d),
		unconfirmed_per_network: r.optional('unconfirmed_per_network', d.unconfirmedPerNetwork),
		no_single_seats: d.no_single_seats,
		log: d.log,
		visibility: d.visibility,
		approval: d.approval,
		demand: d.demand,
		...(d.seating && { seating: seatingIn(d, d.seating) }),
		waitlist: waitlistIn(r, d.waitlist),
		orders: {
			first_hold_seconds: r.times('orders.first_hold_seconds', d.firstHoldMinutes, 60),
			hold_seconds: r.times('orders.hold_seconds', d.holdMinutes, 60),
			seat_hold_seconds: r.times('orders.seat_hold_seconds', d.seatHoldMinutes, 60),
			unpaid_per_network: r.optional('orders.unpaid_per_network', d.unpaidPerNetwork),
			unpaid_per_person: r.optional('orders.unpaid_per_person', d.unpaidPerPerson),
			limit_per_card: r.optional('orders.limit_per_card', d.limitPerCard),
			self_refund: d.selfRefund,
			bank_transfer: d.bankTransfer,
			exchange: d.exchange,
			payment_instructions: d.instructions.trim()
		},
		...tiersIn(r, d),
		...(paid && { currency: d.currency })
	};
	return { body, ...(r.problems.length && { problem: new Problem('invalid_request', 422, '', r.problems) }) };
}

/** A change of a pool, which has a call of its own. */
export interface PoolChange {
	id: string;
	/** The name of its field in the form. */
	field: string;
	/** null: without a bound. */
	capacity: number | null;
}

/** What is to be sent so that an event becomes what the draft says; nothing of what stays. */
export function changesOf(event: Event, d: Draft): { body: Schema['EventChange']; pools: PoolChange[]; problem?: Problem } {
	const { body: wanted, problem } = readDraft(d);
	const { body: had } = readDraft(draftOf(event));
	const body: Record<string, unknown> = {};
	for (const [field, value] of Object.entries(wanted)) {
		if (field === 'tiers' || field === 'pools') continue;
		if (JSON.stringify(value) !== JSON.stringify(had[field as keyof typeof had])) body[field] = value;
	}
	const tiers = d.tiers.map((t, i): Schema['TierChange'] => {
		const { capacity: _own, pools, ...rest } = wanted.tiers![i]!;
		return t.id ? { id: t.id, ...rest } : { ...rest, ...(pools && { pools }) };
	});
	const before = had.tiers!.map(({ capacity: _own, pools: _pools, ...rest }, i) => ({ id: event.tiers.filter(admits)[i]!.id, ...rest }));
	// All or none: the API counts problems from the first one that is sent.
	if (JSON.stringify(tiers) !== JSON.stringify(before)) {
		const stood = before.every((t, i) => t.id === d.tiers[i]?.id);
		// Tickets stand before add-ons and goods, which have a page of their own.
		body['tiers'] = stood ? tiers : tiers.map((t, i) => ({ ...t, position: i + 1 }));
	}
	const pools: PoolChange[] = [];
	const look = (id: string | undefined, field: string, text: string) => {
		const pool = event.pools.find((p) => p.id === id);
		const capacity = text.trim() ? whole(text) : null;
		if (pool && capacity !== undefined && capacity !== pool.capacity) pools.push({ id: pool.id, field, capacity });
	};
	d.pools.forEach((p, i) => look(p.id, `pools[${i}].capacity`, p.capacity));
	d.tiers.forEach((t, i) => look(ownPool(event, t.id), `tiers[${i}].capacity`, t.own));
	return { body: body as Schema['EventChange'], pools, ...(problem && { problem }) };
}
