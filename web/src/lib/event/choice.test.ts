import { expect, it } from 'vitest';
import { tier } from '$lib/testing/fixtures';
import { quickChoices } from '$lib/checkout/quick';
import { ordered, readChoice } from './choice';

const free = tier({ price: 1250, unit_gross: 1250, pricing: 'chosen', price_min: 0, price_max: 10_000 });

it('reads what is typed within the bounds, and guesses at nothing', () => {
	expect(['0', '12.5', '12,50', '100', '100.01', '1.234', '-1', ''].map((text) => readChoice(free, text))).toEqual([
		0,
		1250,
		1250,
		10_000,
		undefined,
		undefined,
		undefined,
		undefined
	]);
	expect(readChoice(tier({ pricing: 'chosen', price_min: 500, price_max: 9000 }), '4.99')).toBeUndefined();
	expect(readChoice(tier({ currency: 'JPY', pricing: 'chosen', price_min: 500, price_max: 9000 }), '800')).toBe(800);
});

it('offers the least, what is suggested and more, as far as that may be', () => {
	expect(quickChoices(free)).toEqual([0, 1250, 1900, 2500]);
	expect(quickChoices(tier({ price: 500, pricing: 'chosen', price_min: 500, price_max: 900 }))).toEqual([500, 800]);
	expect(quickChoices(tier({ price: 0, pricing: 'chosen', price_min: 0, price_max: 5000 }))).toEqual([0, 1500, 2000]);
});

it('orders what costs something, and what its buyers choose', () => {
	expect([tier(), tier({ price: 0 }), tier({ price: 0, pricing: 'chosen' })].map(ordered)).toEqual([true, false, true]);
});
