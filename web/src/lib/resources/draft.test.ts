// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { Schema } from '$lib/api/client';
import { bodyOf, draftOf, keyFrom } from './draft';

const kept = {
	name: 'Table at the Old Harbour',
	timezone: 'Europe/Berlin',
	public_page: true,
	description: 'Sixty seats.',
	attributes: [{ name: 'area', label: 'Where', values: ['terrace', 'hall'] }],
	terms: 'Be on time.',
	window_seconds: 450,
	waitlist_limit: 1000,
	max_units: 6,
	first_to_accept: 3,
	position_display: 'hidden',
	class_head_start_seconds: 3600,
	price: { amount: 4550, currency: 'EUR' },
	hold_fee: { amount: 500, currency: 'EUR', tax_rate_bp: 1950, give_back: 'unless_accepted' },
	confirm_url: 'https://example.org/confirm'
} as Schema['Resource'];

describe('the rules of a resource', () => {
	it('come back as they were', () => {
		const { body, wrong } = bodyOf(draftOf(kept));
		expect(wrong).toEqual({});
		expect(body).toEqual({ ...kept, notify_url: '' });
	});
	it('are found wrong by the names of their fields', () => {
		const draft = draftOf(kept);
		Object.assign(draft, { name: ' ', window: '0,5', limit: '1.5', units: 'six', headStart: '', attributes: [{ name: '', label: '', values: ' \n' }] });
		const { body, wrong } = bodyOf(draft);
		expect(Object.keys(wrong).sort()).toEqual(['attributes[0].name', 'attributes[0].values', 'max_units', 'name', 'waitlist_limit', 'window_seconds']);
		expect(body.class_head_start_seconds).toBe(0);
		expect(bodyOf({ ...draftOf(kept), window: '7,5' }).body.window_seconds).toBe(450);
	});
	it('have a price and a fee in one currency, or none', () => {
		expect(bodyOf({ ...draftOf(kept), currency: 'JPY', price: '4500', fee: '' }).body).toMatchObject({
			price: { amount: 4500, currency: 'JPY' },
			hold_fee: undefined
		});
		expect(bodyOf({ ...draftOf(kept), currency: '' }).body).toMatchObject({ price: undefined, hold_fee: undefined });
		expect(bodyOf({ ...draftOf(kept), price: 'free', fee: '5,005' }).wrong).toEqual({ 'price.amount': 'not_an_amount', 'hold_fee.amount': 'not_an_amount' });
	});
	it('show amounts with all their digits', () => {
		expect(draftOf(kept)).toMatchObject({ price: '45.50', fee: '5.00' });
	});
	it('have a fee with its tax, or without one', () => {
		expect(bodyOf({ ...draftOf(kept), feeTax: '7,7' }).body.hold_fee).toEqual({ amount: 500, currency: 'EUR', tax_rate_bp: 770, give_back: 'unless_accepted' });
		expect(bodyOf({ ...draftOf(kept), feeTax: '' }).body.hold_fee).toEqual({ amount: 500, currency: 'EUR', give_back: 'unless_accepted' });
		expect(bodyOf({ ...draftOf(kept), feeTax: 'some' }).wrong).toEqual({ 'hold_fee.tax_rate_bp': 'wrong_type' });
	});
	it('have a key that the name suggests', () => {
		expect(keyFrom(' Tisch im Café „Älteste Mühle“!')).toBe('tisch-im-cafe-alteste-muhle');
		expect(keyFrom('طاولة')).toBe('');
	});
});
