import { expect, it } from 'vitest';
import type { Schema } from '$lib/api/client';
import { goods } from '$lib/translations/goods';
import { transfer } from '$lib/translations/transfer';
import { languages, speak } from '$lib/testing/page';
import { goodsOnly, wordsFor } from './goods';

it('tells an order of goods alone from one with tickets', () => {
	const of = (...items: object[]) => goodsOnly({ items } as unknown as Schema['Order']);
	const [shirt, entry] = [{ extra: true, status: 'live' }, { status: 'live' }];
	expect([of(shirt, shirt), of(shirt, entry), of(entry), of()]).toEqual([true, false, false, false]);
	// A fee and a gift are neither; of an order that has ended all items count, and of others those that are left.
	expect([of(shirt, { ...entry, fee: true }), of({ ...entry, donation: true })]).toEqual([true, false]);
	expect([of(shirt, { status: 'released' }), of({ ...shirt, status: 'released' }, { status: 'released' })]).toEqual([true, false]);
});

it.each(languages)('has words of its own for what lets nobody in, where they are loaded (%s)', async (l) => {
	await speak(l);
	await Promise.all([transfer.load(), goods.load()]);
	const [ticket, shirt] = [wordsFor(false, transfer), wordsFor(true, transfer)];
	expect(ticket('give.button')).toBe(transfer('give.button'));
	expect(shirt('give.button')).toBe(goods('give.button'));
	expect(shirt('give.button')).not.toBe(transfer('give.button'));
	// What goods have no words for is said as of tickets.
	expect(shirt('give.email')).toBe(transfer('give.email'));
	expect(shirt('give.done', { to: 'Ada' })).toContain('Ada');
});
