import { expect, it } from 'vitest';
import type { Schema } from '$lib/api/client';
import { goodsOnly } from './goods';

it('tells an order of goods alone from one with tickets', () => {
	const of = (...items: object[]) => goodsOnly({ items } as unknown as Schema['Order']);
	const [shirt, entry] = [{ extra: true, status: 'live' }, { status: 'live' }];
	expect([of(shirt, shirt), of(shirt, entry), of(entry), of()]).toEqual([true, false, false, false]);
	// A fee and a gift are neither; of an order that has ended all items count, and of others those that are left.
	expect([of(shirt, { ...entry, fee: true }), of({ ...entry, donation: true })]).toEqual([true, false]);
	expect([of(shirt, { status: 'released' }), of({ ...shirt, status: 'released' }, { status: 'released' })]).toEqual([true, false]);
});
