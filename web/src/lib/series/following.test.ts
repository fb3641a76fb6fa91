import { describe, expect, it } from 'vitest';
import { Problem } from '$lib/api/problem';
import { changeOf, nothing, unchanged, type Tier, type Wanted } from './following';

const tiers: Tier[] = [
	{ id: 'a', name: 'General', price: 1200, kind: 'ticket' },
	{ id: 'b', name: 'Friends', price: 0, kind: 'ticket' }
];
const sent = (change: Partial<Wanted>, currency: string | undefined = 'EUR') => changeOf({ ...unchanged('EUR'), ...change }, 'evt_1', { tiers, currency });
const wrong = (change: Partial<Wanted>) => {
	try {
		sent(change);
	} catch (thrown) {
		return (thrown as Problem).fields.map((e) => e.field);
	}
	return [];
};

describe('a change of a date and all following', () => {
	it('leaves what is empty', () => {
		expect(nothing(unchanged('EUR'))).toBe(true);
		expect(nothing({ ...unchanged('EUR'), by: '7' })).toBe(true); // of a move that nobody wants
		expect(sent({})).toEqual({ from: 'evt_1' });
	});

	it('lets a free kind of ticket cost something, in a currency', () => {
		expect(nothing({ ...unchanged('EUR'), prices: { b: '9' } })).toBe(false);
		expect(sent({ prices: { b: '9,50' } })).toEqual({ from: 'evt_1', prices: [{ tier: 'Friends', price: 950 }] });
		expect(sent({ prices: { b: '9' } }, '')).toEqual({ from: 'evt_1', prices: [{ tier: 'Friends', price: 900 }], currency: 'EUR' });
		expect(sent({ prices: { a: '0' } }, '')).toEqual({ from: 'evt_1', prices: [{ tier: 'General', price: 0 }] });
	});

	it('moves by days or to a day of the week', () => {
		expect(sent({ move: 'days', by: '-7' }).move_days).toBe(-7);
		expect(sent({ move: 'days', by: '−7' }).move_days).toBe(-7);
		expect(sent({ move: 'saturday', by: '7' })).toEqual({ from: 'evt_1', weekday: 'saturday' });
		for (const by of ['', '0', 'x', '1.5', '400']) expect(wrong({ move: 'days', by }), by).toEqual(['move_days']);
	});

	it('says spans in seconds', () => {
		const change = { registration: '2', cancellation: '24', doors: '30', minutes: '90', from: { a: '10' }, until: { a: '1', b: '0' } };
		expect(sent(change)).toEqual({
			from: 'evt_1',
			duration_seconds: 5400,
			registration_cutoff_before_seconds: 7200,
			cancellation_cutoff_before_seconds: 86_400,
			doors_open_before_seconds: 1800,
			sales: [
				{ tier: 'General', sale_starts_before_seconds: 864_000, sale_ends_before_seconds: 3600 },
				{ tier: 'Friends', sale_ends_before_seconds: 0 }
			]
		});
		expect(wrong({ registration: 'two', until: { b: '-1' } })).toEqual(['registration_cutoff_before_seconds', 'sales[0].sale_ends_before_seconds']);
	});

	it('takes over rules', () => {
		expect(sent({ guests: '0', guestNames: 'none', limit: '4', visibility: 'unlisted', waitlist: 'off', category: 'music', description: ' Words ' })).toEqual({
			from: 'evt_1',
			description: 'Words',
			category: 'music',
			max_guests: 0,
			guest_names: 'none',
			limit_per_person: 4,
			visibility: 'unlisted',
			waitlist: { enabled: false }
		});
	});
});
