import type { Schema } from '$lib/api/client';
import { Problem, type FieldProblem } from '$lib/api/problem';
import { minorOf, whole } from '$lib/organizer/amount';

// What becomes of a date of a series and all that follow, as it is typed: what is empty stays.

/** The days of the week, as the API calls them. */
export const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** A kind of ticket, as far as it can be changed for all dates. */
export type Tier = Pick<Schema['Tier'], 'id' | 'name' | 'price' | 'kind'>;

const texts = {
	title: '',
	location: '',
	description: '',
	category: '',
	time: '',
	minutes: '',
	/** '': the day stays; 'days': by so many days; else a day of the week. */
	move: '',
	by: '',
	capacity: '',
	guests: '',
	guestNames: '',
	limit: '',
	visibility: '',
	waitlist: '',
	/** Hours before the start. */
	registration: '',
	cancellation: '',
	/** Minutes before the start. */
	doors: ''
};

export type Wanted = typeof texts & {
	cover: Schema['Cover'] | undefined;
	/** Of prices, where the dates have none yet. */
	currency: string;
	/** By tier: its price, days before the start on which its sale begins, hours before it at which that ends. */
	prices: Record<string, string>;
	from: Record<string, string>;
	until: Record<string, string>;
};

export const unchanged = (currency: string): Wanted => ({ ...texts, cover: undefined, currency, prices: {}, from: {}, until: {} });

/** Whether nothing is to change. */
export function nothing(w: Wanted): boolean {
	const typed = (Object.keys(texts) as (keyof typeof texts)[]).filter((name) => name !== 'by' || w.move === 'days').map((name) => w[name]);
	return !w.cover && ![...typed, ...Object.values(w.prices), ...Object.values(w.from), ...Object.values(w.until)].some((text) => text.trim());
}

/** The tiers of which a price is sent, and those of which a sale is, in the order in which they are. */
export const priced = (w: Wanted, tiers: readonly Tier[]) => tiers.filter((tier) => w.prices[tier.id]?.trim());
export const sold = (w: Wanted, tiers: readonly Tier[]) => tiers.filter((tier) => w.from[tier.id]?.trim() || w.until[tier.id]?.trim());

/** The change as it is sent; throws what is wrong. */
export function changeOf(w: Wanted, from: string, event: { tiers: readonly Tier[]; currency?: string | null }): Schema['FollowingChange'] {
	const wrong: FieldProblem[] = [];
	const body: Schema['FollowingChange'] = { from };
	const number = (field: string, text: string, times: number, least = 0) => {
		if (!text.trim()) return undefined;
		const n = whole(text, least);
		if (n === undefined) wrong.push({ field, code: 'out_of_range', message: '' });
		return n === undefined ? undefined : n * times;
	};
	const put = <K extends keyof Schema['FollowingChange']>(name: K, value: Schema['FollowingChange'][K] | undefined) => {
		if (value !== undefined && value !== '') body[name] = value;
	};
	put('title', w.title.trim());
	put('location', w.location.trim());
	put('description', w.description.trim());
	if (w.category) body.category = w.category as NonNullable<typeof body.category>;
	if (w.cover) body.cover = { picture_id: w.cover.picture_id, alt: w.cover.alt.trim(), focal_point: { ...w.cover.focal_point } };
	put('start_time', w.time.slice(0, 5));
	put('duration_seconds', number('duration_seconds', w.minutes, 60, 1));
	if (w.move === 'days') {
		const n = /^[-−+]?\d{1,3}$/.test(w.by.trim()) ? Number(w.by.trim().replace('−', '-')) : 0;
		if (!n || Math.abs(n) > 366) wrong.push({ field: 'move_days', code: 'out_of_range', message: '' });
		body.move_days = n;
	} else if (w.move) body.weekday = w.move as NonNullable<typeof body.weekday>;
	put('capacity', number('capacity', w.capacity, 1));
	put('max_guests', number('max_guests', w.guests, 1));
	if (w.guestNames) body.guest_names = w.guestNames as NonNullable<typeof body.guest_names>;
	put('limit_per_person', number('limit_per_person', w.limit, 1));
	if (w.visibility) body.visibility = w.visibility as NonNullable<typeof body.visibility>;
	if (w.waitlist) body.waitlist = { enabled: w.waitlist === 'on' };
	put('registration_cutoff_before_seconds', number('registration_cutoff_before_seconds', w.registration, 3600));
	put('cancellation_cutoff_before_seconds', number('cancellation_cutoff_before_seconds', w.cancellation, 3600));
	put('doors_open_before_seconds', number('doors_open_before_seconds', w.doors, 60));
	const prices = priced(w, event.tiers).map((tier, i) => {
		const price = minorOf(w.prices[tier.id]!, w.currency);
		if (price === undefined) wrong.push({ field: `prices[${i}].price`, code: 'bad_format', message: '' });
		return { tier: tier.name, price: price ?? 0 };
	});
	if (prices.length) body.prices = prices;
	if (!event.currency && prices.some((p) => p.price)) body.currency = w.currency;
	const sales = sold(w, event.tiers).map((tier, i) => {
		const sale: Schema['SeriesSale'] = { tier: tier.name };
		const starts = number(`sales[${i}].sale_starts_before_seconds`, w.from[tier.id] ?? '', 86_400);
		const ends = number(`sales[${i}].sale_ends_before_seconds`, w.until[tier.id] ?? '', 3600);
		if (starts !== undefined) sale.sale_starts_before_seconds = starts;
		if (ends !== undefined) sale.sale_ends_before_seconds = ends;
		return sale;
	});
	if (sales.length) body.sales = sales;
	if (wrong.length) throw new Problem('invalid_request', 422, '', wrong);
	return body;
}
