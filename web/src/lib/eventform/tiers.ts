import type { Schema } from '$lib/api/client';
import { admits } from '$lib/event/event';
import { typed } from '$lib/organizer/amount';
import { at, momentIn, orEmpty, plainNumber, type Reading } from './reading';

type Event = Schema['Event'];

let keys = 0;
export const nextKey = () => ++keys;

/** A kind of ticket as it is typed. `own` is a number of places of its own. */
export interface TierDraft {
	/** Of the form, for keyed lists. */
	key: number;
	/** Of the API, when there is such a tier already. */
	id?: string;
	name: string;
	/** What a ticket comes with. */
	description: string;
	price: string;
	/** Buyers choose what they pay, from `least` to `ceiling`. */
	chosen: boolean;
	least: string;
	ceiling: string;
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

/** What an event sells, as it is typed. */
export interface TicketsDraft {
	zone: string;
	currency: string;
	tiers: TierDraft[];
	pools: PoolDraft[];
	/** Numbered seats; none: people stand or sit as they like. */
	seating?: SeatingDraft;
}

export function newTier(name: string): TierDraft {
	return {
		key: nextKey(),
		name,
		description: '',
		price: '',
		chosen: false,
		least: '',
		ceiling: '',
		tax: '',
		taxOnTop: false,
		own: '',
		pools: [],
		opens: '',
		closes: '',
		most: '',
		hidden: false
	};
}

/** The kinds of tickets of an event, and the places that they share, as they could have been typed. */
export function tiersOf(event: Event, currency: string): Pick<TicketsDraft, 'tiers' | 'pools'> {
	const zone = event.timezone;
	const tickets = event.tiers.filter(admits); // add-ons and goods have a page of their own
	const users = (pool: string) => tickets.filter((t) => t.pools.includes(pool));
	const shared = event.pools.slice(1).filter((p) => users(p.id).length || !event.tiers.some((t) => t.pools.includes(p.id)));
	const pools = shared.map((p) => ({ key: nextKey(), id: p.id, name: p.name, capacity: String(p.capacity ?? '') }));
	/** A pool of a tier's own has its name and nobody else uses it. */
	const isOwn = (p: PoolDraft) => users(p.id!).length === 1 && users(p.id!)[0]!.name === p.name;
	return {
		tiers: tickets.map((t) => {
			const taken = pools.filter((p) => t.pools.includes(p.id));
			return {
				key: nextKey(),
				id: t.id,
				name: t.name,
				description: t.description ?? '',
				price: t.price ? typed(t.price, currency) : '',
				chosen: t.pricing === 'chosen',
				least: t.price_min ? typed(t.price_min, currency) : '',
				ceiling: t.price_max ? typed(t.price_max, currency) : '',
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
		pools: pools.filter((p) => !isOwn(p))
	};
}

/** Whether buyers choose what they pay, and within which bounds. */
function choiceIn(r: Reading, d: TicketsDraft, i: number): Pick<Schema['NewTier'], 'pricing' | 'price_min' | 'price_max'> {
	const [t, field] = [d.tiers[i]!, `tiers[${i}]`];
	if (!t.chosen) return { pricing: 'fixed', price_min: undefined, price_max: undefined };
	return {
		pricing: 'chosen',
		price_min: r.price(`${field}.price_min`, t.least, d.currency),
		price_max: r.price(`${field}.price_max`, t.ceiling, d.currency)
	};
}

/** What a kind of ticket says to the API. */
function tierIn(r: Reading, d: TicketsDraft, i: number): Schema['NewTier'] {
	const [t, field] = [d.tiers[i]!, `tiers[${i}]`];
	return {
		name: r.text(`${field}.name`, t.name),
		description: t.description.trim(),
		price: r.price(`${field}.price`, t.price, d.currency),
		tax_rate_bp: t.tax.trim() ? r.times(`${field}.tax_rate_bp`, t.tax, 100) : 0,
		tax_included: t.chosen || !t.taxOnTop,
		...choiceIn(r, d, i),
		sale_starts_at: momentIn(t.opens, d.zone),
		sale_ends_at: momentIn(t.closes, d.zone),
		max_per_order: r.optional(`${field}.max_per_order`, t.most),
		hidden: t.hidden
	};
}

/** The pools of a tier by name, as the API wants them. */
const poolsOf = (d: TicketsDraft, t: TierDraft) => d.pools.filter((p) => t.pools.includes(p.key)).map((p) => p.name.trim());

/** The seats, by the names that the kinds of tickets have by now. */
export function seatingIn(d: TicketsDraft, s: SeatingDraft): Schema['SeatingIn'] {
	const name = (tier: number) => d.tiers.find((t) => t.key === tier)?.name.trim() ?? '';
	return {
		plan_id: s.plan,
		version: s.version,
		sections: s.sections.filter((x) => x.tier).map((x) => ({ name: x.name, tier: name(x.tier) })),
		tiers: s.categories.filter((c) => name(c.tier) !== c.name).map((c) => ({ name: c.name, tier: name(c.tier) }))
	};
}

/** What the kinds of tickets and their shared places say to the API. */
export function tiersIn(r: Reading, d: TicketsDraft): Pick<Schema['NewEvent'], 'tiers' | 'pools'> & { tiers: Schema['NewTier'][] } {
	const seated = d.seating && seatsByTier(d.seating);
	return {
		tiers: d.tiers.map((t, i) => ({
			...tierIn(r, d, i),
			...(t.own.trim() && !seated?.has(t.key) && { capacity: r.number(`tiers[${i}].capacity`, t.own) }),
			...(t.pools.length && { pools: poolsOf(d, t) })
		})),
		pools: d.pools.map((p, i) => ({
			name: r.text(`pools[${i}].name`, p.name),
			capacity: p.id ? r.bound(`pools[${i}].capacity`, p.capacity) : r.number(`pools[${i}].capacity`, p.capacity)
		}))
	};
}

/** The pool of an existing tier's own places. */
export function ownPool(event: Event, tier: string | undefined): string | undefined {
	const t = event.tiers.find((x) => x.id === tier);
	return event.pools.slice(1).find((p) => t?.pools.includes(p.id) && p.name === t.name && event.tiers.filter((x) => x.pools.includes(p.id)).length === 1)?.id;
}
