import { render } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Schema } from '$lib/api/client';
import { core } from '$lib/translations/core';
import { organizer } from '$lib/translations/organizer';
import { eventID, seatedEvent } from '$lib/testing/fixtures';
import { serve, until } from '$lib/testing/page';
import Figures from './Figures.svelte';

const test = serve();
const figures = 'GET /v1/events/{event_id}/figures';
const nothing: Schema['Figures'] = {
	event_id: eventID,
	at: '2027-05-01T10:00:00Z',
	begins_at: '2027-05-01T09:00:00Z',
	capacity: 18,
	step_seconds: 15,
	tiers: [],
	points: [],
	offers: { made: 0, open: 0, accepted: 0, declined: 0, expired: 0, ended: 0, promoted: 0 },
	waitlist: { entries: 0, units: 0, parties: [], oldest_joined_at: null }
};
const asked = () => test.server.to(figures).length;
const at = (ledger_seq: number) => ({ ...seatedEvent(), ledger_seq });

beforeEach(async () => {
	await Promise.all([core.load(), organizer.load()]);
	test.server.on(figures, nothing);
});
afterEach(() => vi.useRealTimers());

/** Shows the figures of an event that has moved to a ledger seq, and waits for them. */
async function open() {
	const { rerender } = render(Figures, { event: at(9) });
	await until(() => expect(asked()).toBe(1));
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
	return { moves: (seq: number) => rerender({ event: at(seq) }), settle: () => vi.advanceTimersByTimeAsync(2300) };
}

it('are read again when the event moved, also when it is read once more meanwhile', async () => {
	const { moves, settle } = await open();
	await moves(10);
	await moves(10);
	await settle();
	expect(asked()).toBe(2);
	await settle();
	expect(asked()).toBe(2);
});

it('are read again while the event does not stop to move', async () => {
	const { moves } = await open();
	for (let seq = 10; seq < 20; seq++) {
		await moves(seq);
		await vi.advanceTimersByTimeAsync(1000);
	}
	expect(asked()).toBeGreaterThan(3);
});
