import type { Query } from '$lib/event/EventList.svelte';

/** The parameters of the home page, and of the public list, that say which events are shown. */
const names = [
	'q',
	'from',
	'to',
	'price_max',
	'currency',
	'near',
	'radius_km',
	'city',
	'category',
	'tag',
	'language',
	'age',
	'when',
	'available',
	'sort'
] as const;

/**
 * What somebody looks for, as it stands in the address; '': whatever there is. What the
 * API does not understand is kept, so that it can say so.
 */
export type Search = Readonly<Record<(typeof names)[number], string>>;

/** Whatever there is. */
export const everything = Object.fromEntries(names.map((name) => [name, ''])) as Search;

/** The search of an address. A currency says nothing where no price is asked for, and an order nothing without what it is of. */
export function searchOf(params: URLSearchParams): Search {
	const search = Object.fromEntries(names.map((name) => [name, params.get(name)?.trim() ?? ''])) as Search;
	return tidy(search);
}

/** A search without what says nothing. */
export function tidy(search: Search): Search {
	const priced = (search.price_max !== '' && search.price_max !== '0') || search.sort === 'price';
	const currency = priced ? search.currency : '';
	const best = search.sort === 'relevance' && (search.q !== '' || search.near === ''); // with words it is so anyway
	const nothing = best || (search.sort === 'date' && !search.q) || (search.sort === 'distance' && !search.near) || (search.sort === 'price' && !currency);
	return { ...search, currency, when: search.when === 'upcoming' ? 'upcoming' : '', sort: nothing ? '' : search.sort };
}

/** Orders of what is found. */
export type Sort = '' | 'date' | 'relevance' | 'distance' | 'price' | 'trending';

/** The orders that there are for a search, of events whose prices are in a currency. The first is that of the API. */
export function sortsOf(search: Search, currency: string): Sort[] {
	const near: Sort[] = search.near ? [...(search.q ? [] : (['relevance'] as const)), 'distance'] : [];
	return ['', ...(search.q ? (['date'] as const) : []), ...near, ...(currency ? (['price'] as const) : []), 'trending'];
}

/** The address of a search. */
export function pathOf(search: Search): string {
	const params = new URLSearchParams(names.filter((name) => search[name]).map((name) => [name, search[name]]));
	return params.size ? `/?${params}` : '/';
}

/** The search as the API takes it. */
export function queryOf(search: Search): Query {
	return Object.fromEntries(names.filter((name) => search[name]).map((name) => [name, search[name]]));
}

/** Anything is looked for; a city alone has a home page. */
export const searches = (search: Search) => names.some((name) => name !== 'city' && search[name]);

/** Something other than words is looked for: an order leaves out nothing. */
export const filters = (search: Search) => searches(tidy({ ...search, q: '', when: '', sort: '' }));

export const sameSearch = (a: Search, b: Search) => names.every((name) => a[name] === b[name]);
