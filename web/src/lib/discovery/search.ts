import type { Query } from '$lib/event/EventList.svelte';

/** The parameters of the home page, and of the public list, that say which events are shown. */
const names = ['q', 'from', 'until', 'price_max', 'currency', 'near', 'radius_km', 'available'] as const;

/**
 * What somebody looks for, as it stands in the address; '': whatever there is. What the
 * API does not understand is kept, so that it can say so.
 */
export type Search = Readonly<Record<(typeof names)[number], string>>;

/** Whatever there is. */
export const everything = Object.fromEntries(names.map((name) => [name, ''])) as Search;

/** The search of an address. A currency says nothing where no price is asked for. */
export function searchOf(params: URLSearchParams): Search {
	const search = Object.fromEntries(names.map((name) => [name, params.get(name)?.trim() ?? ''])) as Search;
	return search.price_max === '' || search.price_max === '0' ? { ...search, currency: '' } : search;
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

/** Anything is looked for. */
export const searches = (search: Search) => names.some((name) => search[name]);

/** Something other than words is looked for. */
export const filters = (search: Search) => searches({ ...search, q: '' });

export const sameSearch = (a: Search, b: Search) => names.every((name) => a[name] === b[name]);
