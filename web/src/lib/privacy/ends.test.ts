// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { Schema } from '$lib/api/client';
import { ends } from './ends';

const at = (days: number) => new Date(1_800_000_000_000 + days * 86_400_000).toISOString();

function registration(title: string, days: number, more: object, status = 'published'): Schema['MyRegistration'] {
	return { event: { title, ends_at: at(days), status }, status: '', person: {}, ...more } as unknown as Schema['MyRegistration'];
}

describe('what being erased would end', () => {
	it('is what is live at events to come', () => {
		const all = [
			registration('Concert', 3, { order: { id: 'ord_1', status: 'confirmed', units: 2 } }),
			registration('Walk', 3, { entry: { id: 'wle_1', status: 'waiting', units: 1 } }),
			registration('Talk', 3, { entry: { id: 'wle_2', status: 'offered', units: 1 } }),
			registration('Left', 3, { entry: { id: 'wle_3', status: 'left', units: 1 }, order: { id: 'ord_2', status: 'released', units: 1 } }),
			registration('Over', -1, { order: { id: 'ord_3', status: 'confirmed', units: 1 } }),
			registration('Off', 3, { order: { id: 'ord_4', status: 'confirmed', units: 1 } }, 'cancelled')
		];
		expect(ends(all, 1_800_000_000_000).map((l) => `${l.what} ${l.title} ${l.units}`)).toEqual(['registration Concert 2', 'waitlist Walk 1', 'offer Talk 1']);
	});
});
