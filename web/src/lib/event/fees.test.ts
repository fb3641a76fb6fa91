import { expect, it } from 'vitest';
import { tier } from '$lib/testing/fixtures';
import { feeFor, feesIn, feesOf, feesOn } from './fees';

const terms = { per_order: 100, per_ticket: 50, rate_bp: 250, max: 0, refundable: true, at_door: true };
const fee = (edit: Partial<typeof terms> = {}) => tier({ id: 'tir_fee', kind: 'fee', name: 'Booking fee', fee: { ...terms, ...edit } });

it('comes to what the server makes of it, rounded once for the order, half up', () => {
	expect(feeFor(fee(), 3, 4530, 'EUR')).toBe(363);
	expect(feeFor(fee({ per_order: 0, per_ticket: 0, rate_bp: 50 }), 1, 1010, 'EUR')).toBe(5);
	expect(feeFor(fee({ per_order: 0, per_ticket: 0, rate_bp: 500 }), 1, 1010, 'EUR')).toBe(51);
	expect(feeFor(fee({ max: 200 }), 3, 4530, 'EUR')).toBe(200);
	expect(feeFor(fee({ per_order: 0, per_ticket: 0 }), 1, 10_100, 'HUF')).toBe(300);
	expect(feeFor(fee(), 0, 0, 'EUR')).toBe(0);
});

it('counts the tickets of an order that cost something, and names what comes to something', () => {
	const tickets = [
		{ count: 2, each: 1010 },
		{ count: 3, each: 0 }
	];
	const free = fee({ per_order: 0, per_ticket: 0, rate_bp: 0 });
	expect(feesIn([fee(), free], tickets, 'EUR')).toEqual([{ id: 'tir_fee', name: 'Booking fee', amount: 251 }]);
	expect(feesIn([fee()], [{ count: 3, each: 0 }], 'EUR')).toEqual([]);
});

it('adds to the price of a ticket what is not for the order as a whole', () => {
	const all = [tier(), fee()];
	expect(feesOf(all)).toHaveLength(1);
	expect(feesOn(all, 2000, 'EUR')).toBe(100);
	expect(feesOn(all, 0, 'EUR')).toBe(0);
});
