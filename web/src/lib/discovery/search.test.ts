// @vitest-environment node
import { expect, it } from 'vitest';
import { everything, filters, pathOf, queryOf, sameSearch, searches, searchOf, sortsOf } from './search';

it('a search is its address, and back', () => {
	for (const path of [
		'/',
		'/?q=jazz',
		'/?q=jazz+%26+blues',
		'/?available=true',
		'/?price_max=0',
		'/?near=53.54%2C9.99&radius_km=10',
		'/?price_max=2000&currency=EUR',
		'/?currency=EUR&sort=price',
		'/?q=jazz&sort=date',
		'/?q=jazz&city=munich',
		'/?city=munich&when=upcoming',
		'/?when=upcoming',
		'/?near=53.54%2C9.99&sort=distance',
		'/?q=caf%C3%A9&from=2026-11-28&to=2026-11-29&available=true'
	]) {
		const search = searchOf(new URL(path, 'https://holdfast.test').searchParams);
		expect(pathOf(search)).toBe(path);
		expect(searches(search)).toBe(path !== '/');
		expect(filters(search)).toBe(/[?&](from|price_max|near|available)=/.test(path));
	}
	expect(pathOf(searchOf(new URLSearchParams('price_max=0&currency=EUR')))).toBe('/?price_max=0');
	expect(pathOf(searchOf(new URLSearchParams('currency=EUR')))).toBe('/');
	expect(pathOf(searchOf(new URLSearchParams('q=jazz&sort=distance')))).toBe('/?q=jazz');
	expect(pathOf(searchOf(new URLSearchParams('sort=date')))).toBe('/');
	expect(pathOf(searchOf(new URLSearchParams('when=past')))).toBe('/');
	const city = searchOf(new URLSearchParams('city=munich'));
	expect([pathOf(city), searches(city), filters(city)]).toEqual(['/?city=munich', false, false]);
	expect(pathOf(searchOf(new URLSearchParams('q=jazz&sort=price')))).toBe('/?q=jazz');
	expect(pathOf(searchOf(new URLSearchParams('utm_source=mail&q=++')))).toBe('/');
});

it('what the API does not understand is asked for, so that it says so', () => {
	const search = searchOf(new URLSearchParams('q=jazz&available=maybe'));
	expect(queryOf(search)).toEqual({ q: 'jazz', available: 'maybe' });
	expect(sameSearch(search, { ...search })).toBe(true);
	expect(sameSearch(search, { ...search, available: '' })).toBe(false);
});

it('what is found can be put in the orders that say something', () => {
	expect(sortsOf(everything, '')).toEqual(['', 'trending']);
	expect(sortsOf(everything, 'EUR')).toEqual(['', 'price', 'trending']);
	expect(sortsOf({ ...everything, near: '53.54,9.99' }, '')).toEqual(['', 'relevance', 'distance', 'trending']);
	expect(sortsOf({ ...everything, q: 'jazz', near: '53.54,9.99' }, 'EUR')).toEqual(['', 'date', 'distance', 'price', 'trending']);
});
