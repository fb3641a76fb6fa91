import { afterEach, describe, expect, it } from 'vitest';
import type { Schema } from '$lib/api/client';
import { comeBack, leaveFrom, linesOf, moving, wayOf } from './way';

type Order = Schema['Order'];
type Payments = Schema['Payments'];

const soon = new Date(10_000).toISOString();
const order = (status: Order['status'], more: Partial<Order> = {}) =>
	({ status, expires_at: status === 'pending' ? soon : undefined, items: [], ...more }) as unknown as Order;
const heard = (checkouts: string[] = [], items: string[] = [], refunds: string[] = []) =>
	({
		checkouts: checkouts.map((status) => ({ id: 'chk', provider: 'testpay', status })),
		items: items.map((status) => ({ status, refunds: refunds.map((r) => ({ status: r })) }))
	}) as unknown as Payments;

describe('wayOf', () => {
	const cases: [string, Order, Payments | undefined, string][] = [
		['nothing is known of payments yet', order('pending'), undefined, 'kept'],
		['somebody has the page open', order('pending'), heard(['open']), 'kept'],
		['a try failed', order('pending'), heard(['failed']), 'failed'],
		['a slow payment', order('pending'), heard(['pending']), 'underway'],
		['a slow one after a failed one', order('pending'), heard(['failed', 'pending']), 'underway'],
		['the money is in', order('pending'), heard(['paid'], ['captured']), 'captured'],
		['it has its tickets', order('confirmed'), heard(['paid'], ['tickets']), 'paid'],
		['nobody paid', order('expired'), heard(['closed']), 'lapsed'],
		['a slow payment outlives its order', order('expired'), heard(['pending']), 'lapsedUnderway'],
		['money came after the end', order('expired'), heard(['paid'], ['captured']), 'lapsedCaptured'],
		['and the places were gone', order('expired'), heard(['paid'], ['refund'], ['due']), 'lapsedBack'],
		['cancelled', order('cancelled'), heard(), 'cancelled'],
		['refunded', order('refunded'), heard(['paid'], ['tickets'], ['done']), 'refunded']
	];
	for (const [what, o, p, want] of cases) it(what, () => expect(wayOf(o, p, 0)).toBe(want));
	it('is over when its time is, before the server says so', () => {
		expect(wayOf(order('pending'), heard(['open']), 10_000)).toBe('lapsed');
		expect(wayOf(order('pending'), heard(['pending']), 10_000)).toBe('underway');
	});
});

it('looks again as long as something may change', () => {
	expect(moving('kept', heard())).toBe(true);
	expect(moving('paid', heard([], ['tickets']))).toBe(false);
	expect(moving('lapsedBack', heard([], ['refund'], ['due']))).toBe(true);
	expect(moving('lapsedBack', heard([], ['refund'], ['done']))).toBe(false);
});

it('puts items of one kind into one line', () => {
	const item = (tier_id: string, status = 'live', number?: number) => ({ tier_id, price: 100, status, place: number && seat(number) });
	const seat = (number: number) => ({ section: 'Stalls', row: 'A', number });
	const of = (...items: object[]) => linesOf(order('pending', { items } as unknown as Partial<Order>));
	expect(of(item('a'), item('b', 'live', 1), item('a'), item('b', 'released', 2))).toEqual([
		{ tier: 'a', price: 100, count: 2, places: [] },
		{ tier: 'b', price: 100, count: 1, places: [seat(1)] }
	]);
	expect(of(item('a', 'released'))).toHaveLength(1);
});

describe('coming back', () => {
	afterEach(() => sessionStorage.clear());
	it('leads to where one was, once', () => {
		leaveFrom('ord_1', '/me/orders/ord_1');
		expect(comeBack('ord_1', '/r/x')).toBe('/me/orders/ord_1');
		expect(comeBack('ord_1', '/r/x')).toBeUndefined();
	});
	it('leads nowhere else', () => {
		leaveFrom('ord_1', '//evil.example');
		expect(comeBack('ord_1', '/r/x')).toBeUndefined();
		leaveFrom('ord_1', '/r/x');
		expect(comeBack('ord_1', '/r/x')).toBeUndefined();
	});
});
