// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { called, initials, liveUnits, places, tiersOf, toneOf, type Guest, type Order } from './standing';

const order = (o: Partial<Order>) => ({ id: 'ord_1', status: 'confirmed', units: 2, ...o }) as Order;
const item = (no: number, tier_id: string, status = 'live') => ({ no, tier_id, status }) as Order['items'][number];

describe('what a guest has', () => {
	it('counts what is live of confirmed orders', () => {
		const bought = order({ kind: 'order', items: [item(1, 'a'), item(2, 'b', 'released')] });
		const guest = { orders: [bought, order({ tier_id: 'c' }), order({ kind: 'order', status: 'pending', items: [item(1, 'd')] })] } as Guest;
		expect(liveUnits(bought)).toBe(1);
		expect(places(guest)).toBe(3);
		expect(tiersOf(guest)).toEqual(['a', 'c', 'd']);
	});
	it('names who has no name', () => {
		expect(called({ user_id: 'u1', email: 'a@b.c' })).toBe('a@b.c');
		expect(initials('Zoë van der Åström')).toBe('ZÅ');
		expect(initials('  ')).toBe('');
	});
	it('knows what wants somebody', () => {
		expect([toneOf('confirmed'), toneOf('pending'), toneOf('failed'), toneOf('released')]).toEqual(['good', 'wait', 'bad', 'plain']);
	});
});
