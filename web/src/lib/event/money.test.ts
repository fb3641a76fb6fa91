// @vitest-environment node
import { beforeAll, describe, expect, it } from 'vitest';
import { currencies } from '$lib/api/lists';
import { minor, plain } from '$lib/backoffice/amount';
import { minorOf, typed } from '$lib/organizer/amount';
import { guest } from '$lib/translations/guest';
import { money, priceRange } from './money';

/** The number in a text, whatever surrounds it. */
function number(text: string): number {
	return Number(text.replace(/[^\d.]/g, ''));
}

describe('an amount in any currency', () => {
	it.each(Object.entries(currencies))('is %s as the server counts it', (currency, digits) => {
		const five = 5000 * 10 ** digits;
		expect(number(money(five, currency).replace(/^\D+/, ''))).toBe(5000);
		expect([minorOf('5000', currency), minor('5000', currency)]).toEqual([five, five]);
		expect(number(plain(five, currency))).toBe(5000);
		const odd = five + (digits > 0 ? 1 : 0);
		expect(minorOf(typed(odd, currency), currency)).toBe(odd);
		expect(number(money(odd, currency).replace(/^\D+/, ''))).toBeCloseTo(odd / 10 ** digits, digits);
	});
	it('is written with the decimals that people use', () => {
		expect(money(150_000, 'HUF')).toMatch(/1,500$/);
		expect(money(150_050, 'IDR')).toMatch(/1,500\.50$/);
		expect([money(1250, 'EUR'), money(1200, 'EUR')]).toEqual(['€12.50', '€12.00']);
	});
});

describe('what tickets cost', () => {
	beforeAll(() => guest.load());
	it.each([
		[{ lowest: 0, highest: 0 }, 'Free'],
		[{ lowest: 1200, highest: 1200, currency: 'EUR' }, '€12.00'],
		[{ lowest: 1200, highest: 4800, currency: 'EUR' }, 'from €12.00'],
		[{ lowest: 0, highest: 4800, currency: 'EUR' }, 'Free – €48.00']
	])('%o is %s', (range, text) => expect(priceRange(range)).toBe(text));
});
