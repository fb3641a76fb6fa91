import type { Schema } from '$lib/api/client';
import { Problem, type FieldProblem } from '$lib/api/problem';
import { readersZone } from '$lib/i18n/dates';
import { minorOf, typed, whole } from '$lib/organizer/amount';
import { localOf, momentOf, momentOfText, together } from '$lib/organizer/zones';

type Event = Schema['Event'];

/** A kind of ticket as it is typed. `own` is a number of places of its own. */
export interface TierDraft {
	/** Of the form, for keyed lists. */
	key: number;
	/** Of the API, when there is such a tier already. */
	id?: string;
	name: string;
	price: string;
	tax: string;
	taxOnTop: boolean;
	own: string;
	/** Keys of the shared pools that it takes from. */
	pools: number[];
	opens: string;
	closes: string;
	most: string;
	hidden: boolean;
}

/** Places that several kinds of tickets share, as they are typed. */
export interface PoolDraft {
	key: number;
	id?: string;
	name: string;
	capacity: string;
}

/** The seats of a plan, and as which kinds of tickets they are sold. */
export interface SeatingDraft {
	plan: string;
	version: number;
	/** The categories of the plan; `tier` is the key of a kind of tickets. */
	categories: { name: string; tier: number }[];
	/** The sections, with how many seats they have of each category. Where `tier` is 0, those are sold as their categories say. */
	sections: { name: string; seats: number[]; tier: number }[];
}

/** How many seats are sold as each kind of tickets, by its key. */
export function seatsByTier(s: SeatingDraft): Map<number, number> {
	const counts = new Map<number, number>();
	for (const section of s.sections) {
		section.seats.forEach((n, i) => {
			const tier = section.tier || s.categories[i]!.tier;
			if (n > 0) counts.set(tier, (counts.get(tier) ?? 0) + n);
		});
	}
	return counts;
}

/** An event as it is typed: everything is text until it is sent. */
export interface Draft {
	title: string;
	description: string;
	location: string;
	date: string;
	time: string;
	endDate: string;
	endTime: string;
	zone: string;
	capacity: string;
	maxGuests: string;
	limit: string;
	currency: string;
	tiers: TierDraft[];
	pools: PoolDraft[];
	registrationEnds: string;
	cancellationEnds: string;
	doorsOpen: string;
	transfers: string;
	/** Seconds before the start. */
	reminders: number[];
	holdMinutes: string;
	/** The same for orders that name seats. */
	seatHoldMinutes: string;
	selfRefund: boolean;
	/** How to pay by bank transfer or in cash. */
	instructions: string;
	/** Buyers may give tickets to the waitlist for their money. */
	exchange: boolean;
	/** Whoever takes part has to be signed in with the address. */
	confirmed: boolean;
	/** Numbered seats; none: people stand or sit as they like. */
	seating?: SeatingDraft;
	/** The plan that the form begins with, of an event that is copied. */
	plan?: string;
	/** Nobody may leave a single seat between others. */
	pairs: boolean;
	waitlist: WaitlistDraft;
}

export interface WaitlistDraft {
	enabled: boolean;
	limit: string;
	promotion: 'offer' | 'confirm';
	/** How long an offer stands, in hours. */
	hours: string;
	party: 'strict' | 'bounded_skip';
	display: 'exact' | 'band' | 'hidden';
	waves: boolean;
	waveSize: string;
	waveMinutes: string;
	quiet: boolean;
	quietFrom: string;
	quietTo: string;
	timeCritical: boolean;
}

let keys = 0;
export const nextKey = () => ++keys;

const hour = 3600;
const day = 24 * hour;
export const usualReminders = [7 * day, day, 3 * hour, hour] as const;

export function newTier(name: string): TierDraft {
	return { key: nextKey(), name, price: '', tax: '', taxOnTop: false, own: '', pools: [], opens: '', closes: '', most: '', hidden: false };
}

/** What a new event begins with: a Friday evening in a few weeks. */
export function newDraft(tier: string, now = new Date()): Draft {
	const zone = readersZone();
	const today = Date.parse(`${localOf(now, zone).date}T00:00:00Z`);
	const then = new Date(today + 21 * day * 1000);
	then.setUTCDate(then.getUTCDate() + ((12 - then.getUTCDay()) % 7));
	const date = then.toISOString().slice(0, 10);
	return {
		title: '',
		description: '',
		location: '',
		date,
		time: '19:00',
		endDate: date,
		endTime: '21:00',
		zone,
		capacity: '50',
		maxGuests: '0',
		limit: '',
		currency: 'EUR',
		tiers: [newTier(tier)],
		pools: [],
		registrationEnds: '',
		cancellationEnds: '',
		doorsOpen: '',
		transfers: '1',
		reminders: [day],
		holdMinutes: '15',
		seatHoldMinutes: '2',
		selfRefund: false,
		instructions: '',
		exchange: true,
		confirmed: false,
		pairs: false,
		waitlist: {
			enabled: true,
			limit: '',
			promotion: 'offer',
			hours: '6',
			party: 'bounded_skip',
			display: 'exact',
			waves: false,
			waveSize: '10',
			waveMinutes: '30',
			quiet: true,
			quietFrom: '22:00',
			quietTo: '08:00',
			timeCritical: false
		}
	};
}

/** A number without digits that say nothing: 1.5, 6. */
const plainNumber = (n: number) => String(Math.round(n * 100) / 100);
const orEmpty = (n: number) => (n > 0 ? String(n) : '');
const at = (text: string | null, zone: string) => (text ? together(new Date(text), zone) : '');

function waitlistOf(w: Event['waitlist']): WaitlistDraft {
	return {
		enabled: w.enabled,
		limit: orEmpty(w.limit),
		promotion: w.promotion,
		hours: plainNumber(w.claim_window_seconds / hour),
		party: w.party_policy,
		display: w.position_display,
		waves: w.wave_size > 0,
		waveSize: orEmpty(w.wave_size) || '10',
		waveMinutes: orEmpty(w.wave_interval_seconds / 60) || '30',
		quiet: w.quiet_hours !== null,
		quietFrom: w.quiet_hours?.from ?? '22:00',
		quietTo: w.quiet_hours?.to ?? '08:00',
		timeCritical: w.time_critical
	};
}

/** An event as it could have been typed. */
export function draftOf(event: Event): Draft {
	const zone = event.timezone;
	const [starts, ends] = [localOf(new Date(event.starts_at), zone), localOf(new Date(event.ends_at), zone)];
	const currency = event.currency ?? 'EUR';
	const users = (pool: string) => event.tiers.filter((t) => t.pools.includes(pool));
	const pools = event.pools.slice(1).map((p) => ({ key: nextKey(), id: p.id, name: p.name, capacity: String(p.capacity) }));
	/** A pool of a tier's own has its name and nobody else uses it. */
	const isOwn = (p: PoolDraft) => users(p.id!).length === 1 && users(p.id!)[0]!.name === p.name;
	return {
		title: event.title,
		description: event.description,
		location: event.location,
		date: starts.date,
		time: starts.time,
		endDate: ends.date,
		endTime: ends.time,
		zone,
		capacity: String(event.capacity),
		maxGuests: String(event.max_guests),
		limit: orEmpty(event.limit_per_person),
		currency,
		tiers: event.tiers.map((t) => {
			const taken = pools.filter((p) => t.pools.includes(p.id));
			return {
				key: nextKey(),
				id: t.id,
				name: t.name,
				price: t.price ? typed(t.price, currency) : '',
				tax: t.tax_rate_bp ? plainNumber(t.tax_rate_bp / 100) : '',
				taxOnTop: !t.tax_included,
				// How many places a kind of seats has, the plan says.
				own: (!t.seated && taken.find(isOwn)?.capacity) || '',
				pools: taken.filter((p) => !isOwn(p)).map((p) => p.key),
				opens: at(t.sale_starts_at, zone),
				closes: at(t.sale_ends_at, zone),
				most: orEmpty(t.max_per_order),
				hidden: t.hidden ?? false
			};
		}),
		pools: pools.filter((p) => !isOwn(p)),
		registrationEnds: at(event.registration_cutoff, zone),
		cancellationEnds: at(event.cancellation_cutoff, zone),
		doorsOpen: at(event.doors_open_at, zone),
		transfers: String(event.max_transfers),
		reminders: [...event.reminder_offsets_seconds],
		holdMinutes: plainNumber(event.orders.hold_seconds / 60),
		seatHoldMinutes: plainNumber(event.orders.seat_hold_seconds / 60),
		selfRefund: event.orders.self_refund,
		instructions: event.orders.payment_instructions ?? '',
		exchange: event.orders.exchange,
		confirmed: event.require_confirmed_address,
		pairs: event.no_single_seats ?? false,
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

/** Collects what is wrong with what was typed, by the names of the API. */
class Reading {
	problems: FieldProblem[] = [];
	add(field: string, code: string) {
		this.problems.push({ field, code, message: '' });
	}
	text(field: string, text: string): string {
		if (!text.trim()) this.add(field, 'required');
		return text.trim();
	}
	number(field: string, text: string, least = 0): number {
		const n = whole(text, least);
		if (n === undefined) this.add(field, text.trim() ? 'bad_format' : 'required');
		return n ?? 0;
	}
	/** 0 when it is left empty. */
	optional(field: string, text: string): number {
		return text.trim() ? this.number(field, text) : 0;
	}
	/** A number that may have a fraction, times a factor. */
	times(field: string, text: string, factor: number): number {
		const n = Number(text.trim().replace(',', '.'));
		if (!text.trim() || !Number.isFinite(n) || n < 0) this.add(field, text.trim() ? 'bad_format' : 'required');
		return Math.round((Number.isFinite(n) ? n : 0) * factor);
	}
	price(field: string, text: string, currency: string): number {
		if (!text.trim()) return 0;
		const minor = minorOf(text, currency);
		if (minor === undefined) this.add(field, 'bad_format');
		return minor ?? 0;
	}
}

/** A moment that may be left empty. */
const momentIn = (text: string, zone: string) => momentOfText(text, zone)?.toISOString() ?? null;

function waitlistIn(r: Reading, waitlist: WaitlistDraft): Schema['WaitlistIn'] {
	return {
		enabled: waitlist.enabled,
		limit: r.optional('waitlist.limit', waitlist.limit),
		promotion: waitlist.promotion,
		claim_window_seconds: r.times('waitlist.claim_window_seconds', waitlist.hours, hour),
		party_policy: waitlist.party,
		position_display: waitlist.display,
		wave_size: waitlist.waves ? r.number('waitlist.wave_size', waitlist.waveSize, 1) : 0,
		wave_interval_seconds: waitlist.waves ? r.times('waitlist.wave_interval_seconds', waitlist.waveMinutes, 60) : 0,
		// The same time twice: none.
		quiet_hours: waitlist.quiet ? { from: waitlist.quietFrom, to: waitlist.quietTo } : { from: '00:00', to: '00:00' },
		time_critical: waitlist.timeCritical
	};
}

function tierIn(r: Reading, d: Draft, i: number): Schema['NewTier'] {
	const [t, field] = [d.tiers[i]!, `tiers[${i}]`];
	return {
		name: r.text(`${field}.name`, t.name),
		price: r.price(`${field}.price`, t.price, d.currency),
		tax_rate_bp: t.tax.trim() ? r.times(`${field}.tax_rate_bp`, t.tax, 100) : 0,
		tax_included: !t.taxOnTop,
		sale_starts_at: momentIn(t.opens, d.zone),
		sale_ends_at: momentIn(t.closes, d.zone),
		max_per_order: r.optional(`${field}.max_per_order`, t.most),
		hidden: t.hidden
	};
}

/** The pools of a tier by name, as the API wants them. */
const poolsOf = (d: Draft, t: TierDraft) => d.pools.filter((p) => t.pools.includes(p.key)).map((p) => p.name.trim());

/** The seats, by the names that the kinds of tickets have by now. */
function seatingIn(d: Draft, s: SeatingDraft): Schema['SeatingIn'] {
	const name = (tier: number) => d.tiers.find((t) => t.key === tier)?.name.trim() ?? '';
	return {
		plan_id: s.plan,
		version: s.version,
		sections: s.sections.filter((x) => x.tier).map((x) => ({ name: x.name, tier: name(x.tier) })),
		tiers: s.categories.filter((c) => name(c.tier) !== c.name).map((c) => ({ name: c.name, tier: name(c.tier) }))
	};
}

/** What a draft says to the API, as a new event; or what is wrong with it. */
export function readDraft(d: Draft): { body: Schema['NewEvent']; problem?: Problem } {
	const r = new Reading();
	const starts = momentOf(d.date, d.time, d.zone);
	const ends = momentOf(d.endDate, d.endTime, d.zone);
	if (!starts) r.add('starts_at', 'required');
	if (!ends) r.add('ends_at', 'required');
	if (starts && ends && ends <= starts) r.add('ends_at', 'out_of_order');
	const paid = d.tiers.some((t) => t.price.trim() && minorOf(t.price, d.currency) !== 0);
	const seated = d.seating && seatsByTier(d.seating);
	const body: Schema['NewEvent'] = {
		title: r.text('title', d.title),
		description: d.description.trim(),
		location: d.location.trim(),
		starts_at: starts?.toISOString() ?? '',
		ends_at: ends?.toISOString() ?? '',
		timezone: d.zone,
		capacity: r.number('capacity', d.capacity),
		max_guests: r.optional('max_guests', d.maxGuests),
		limit_per_person: r.optional('limit_per_person', d.limit),
		registration_cutoff: momentIn(d.registrationEnds, d.zone),
		cancellation_cutoff: momentIn(d.cancellationEnds, d.zone),
		doors_open_at: momentIn(d.doorsOpen, d.zone),
		max_transfers: r.optional('max_transfers', d.transfers),
		reminder_offsets_seconds: d.reminders,
		require_confirmed_address: d.confirmed,
		no_single_seats: d.pairs,
		...(d.seating && { seating: seatingIn(d, d.seating) }),
		waitlist: waitlistIn(r, d.waitlist),
		orders: {
			hold_seconds: r.times('orders.hold_seconds', d.holdMinutes, 60),
			seat_hold_seconds: r.times('orders.seat_hold_seconds', d.seatHoldMinutes, 60),
			self_refund: d.selfRefund,
			exchange: d.exchange,
			payment_instructions: d.instructions.trim()
		},
		tiers: d.tiers.map((t, i) => ({
			...tierIn(r, d, i),
			...(t.own.trim() && !seated?.has(t.key) && { capacity: r.number(`tiers[${i}].capacity`, t.own) }),
			...(t.pools.length && { pools: poolsOf(d, t) })
		})),
		pools: d.pools.map((p, i) => ({ name: r.text(`pools[${i}].name`, p.name), capacity: r.number(`pools[${i}].capacity`, p.capacity) })),
		...(paid && { currency: d.currency })
	};
	return { body, ...(r.problems.length && { problem: new Problem('invalid_request', 422, '', r.problems) }) };
}

/** A change of a pool, which has a call of its own. */
export interface PoolChange {
	id: string;
	/** The name of its field in the form. */
	field: string;
	capacity: number;
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
	const before = had.tiers!.map(({ capacity: _own, pools: _pools, ...rest }, i) => ({ id: event.tiers[i]!.id, ...rest }));
	// All or none: the API counts problems from the first one that is sent.
	if (JSON.stringify(tiers) !== JSON.stringify(before)) body['tiers'] = tiers;
	const pools: PoolChange[] = [];
	const look = (id: string | undefined, field: string, text: string) => {
		const pool = event.pools.find((p) => p.id === id);
		const capacity = whole(text);
		if (pool && capacity !== undefined && capacity !== pool.capacity) pools.push({ id: pool.id, field, capacity });
	};
	d.pools.forEach((p, i) => look(p.id, `pools[${i}].capacity`, p.capacity));
	d.tiers.forEach((t, i) => look(ownPool(event, t.id), `tiers[${i}].capacity`, t.own));
	return { body: body as Schema['EventChange'], pools, ...(problem && { problem }) };
}

/** The pool of an existing tier's own places. */
export function ownPool(event: Event, tier: string | undefined): string | undefined {
	const t = event.tiers.find((x) => x.id === tier);
	return event.pools.slice(1).find((p) => t?.pools.includes(p.id) && p.name === t.name && event.tiers.filter((x) => x.pools.includes(p.id)).length === 1)?.id;
}
