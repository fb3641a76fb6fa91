import { describe, expect, it } from 'vitest';
import { choices, roundUp, see, type Seen } from './prices';

const none: Seen = { currency: '', amounts: [] };
const costs = (lowest: number, currency = 'EUR') => ({ price_range: { lowest, highest: lowest, currency } });

describe('what tickets may cost', () => {
	it('is a round amount', () => {
		expect([1, 2, 3, 5, 6, 10, 1100, 2000, 2001, 50_000].map(roundUp)).toEqual([1, 2, 5, 5, 10, 10, 2000, 2000, 5000, 50_000]);
	});
	it('is about what the listed events cost, in the currency of the first', () => {
		const seen = see(none, [{}, { price_range: { lowest: 0, highest: 0 } }, costs(1250), costs(1900), costs(900, 'JPY'), costs(450)]);
		expect(seen).toEqual({ currency: 'EUR', amounts: [500, 2000] });
		expect(see(seen, [])).toEqual(seen);
		expect(see(seen, [costs(3000), costs(100, 'JPY')])).toEqual({ currency: 'EUR', amounts: [500, 2000, 5000] });
	});
	it('keeps to a few amounts, and to the one that is chosen', () => {
		expect(choices(none, undefined)).toEqual([]);
		expect(choices({ currency: 'EUR', amounts: [500, 2000] }, 1500)).toEqual([500, 1500, 2000]);
		const many = { currency: 'EUR', amounts: [100, 200, 500, 1000, 2000, 5000, 10_000] };
		expect(choices(many, undefined)).toEqual([100, 500, 2000, 10_000]);
		expect(choices(many, 500)).toEqual([100, 500, 2000, 10_000]);
	});
});
