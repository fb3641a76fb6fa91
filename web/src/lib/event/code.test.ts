// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { Schema } from '$lib/api/client';
import { paidWith } from './code';
import type { Tier } from './event';

const regular = { id: 'regular', pricing: 'fixed' } as Tier;
const choosing = { id: 'choosing', pricing: 'chosen' } as Tier;
const off = (more: Partial<Schema['CodeWorth']>): Schema['CodeWorth'] => ({
	kind: 'promo',
	tiers: [],
	prices: [
		{ tier_id: 'regular', unit_gross: 1190, unit_fees: 0 },
		{ tier_id: 'choosing', unit_gross: 0, unit_fees: 0 }
	],
	...more
});

describe('what a tier costs with a code', () => {
	it('is what the server says, where the price is fixed', () => {
		expect(paidWith(off({ percent_bp: 5000 }), regular, 2380)).toBe(1190);
		expect(paidWith(undefined, regular, 2380)).toBe(2380);
	});
	it('is computed from what the buyer chose, and never less than nothing', () => {
		expect(paidWith(off({ percent_bp: 2500 }), choosing, 1001)).toBe(751);
		expect(paidWith(off({ amount: 500 }), choosing, 300)).toBe(0);
		expect(paidWith(off({ amount: 500 }), choosing, 1200)).toBe(700);
	});
	it('is the regular price of what the code is not for', () => {
		expect(paidWith(off({ percent_bp: 5000 }), { ...regular, id: 'other' }, 2000)).toBe(2000);
	});
});
