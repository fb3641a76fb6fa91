// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { Schema } from '$lib/api/client';
import { exchangeStage } from './exchange';

const now = Date.parse('2027-05-01T12:00:00Z');
const event = (more: object = {}) =>
	({
		ends_at: '2027-06-01T22:00:00Z',
		registration_cutoff: '2027-06-01T18:00:00Z',
		orders: { exchange: true, self_refund: false },
		waitlist: { enabled: true },
		...more
	}) as Schema['Event'];
const item = (no: number, gross: number, more: object = {}) => ({ no, gross, status: 'live', ...more });
const order = (items: object[], more: object = {}) => ({ status: 'confirmed', paid: 2400, items, ...more }) as Schema['Order'];
const ticket = (more: object = {}) => ({ id: 'tkt_1', unit: 1, ...more }) as Schema['Ticket'];

describe('a ticket and the waitlist', () => {
	const bought = order([item(1, 2400)]);
	it('can be given when it was paid, by the buyer, while there is a waitlist', () => {
		expect(exchangeStage(ticket(), bought, event(), now)).toBe('possible');
		expect(exchangeStage(ticket(), order([item(1, 2400)], { status: 'pending' }), event(), now)).toBe('no');
		expect(exchangeStage(ticket({ transferred: true }), bought, event(), now)).toBe('no');
		expect(exchangeStage(ticket({ offered: { to: 'x' } }), bought, event(), now)).toBe('no');
		expect(exchangeStage(ticket(), order([item(1, 2400, { seat_id: 'sea_1' })]), event(), now)).toBe('possible');
		expect(exchangeStage(ticket(), bought, event({ waitlist: { enabled: false } }), now)).toBe('no');
		expect(exchangeStage(ticket(), bought, event({ orders: { exchange: false, self_refund: false } }), now)).toBe('no');
		expect(exchangeStage(ticket(), bought, event(), Date.parse('2027-06-01T18:00:00Z'))).toBe('no');
	});
	it('reports its status', () => {
		for (const status of ['open', 'matched'] as const) expect(exchangeStage(ticket({ exchange: { id: 'exc_1', status } }), bought, event(), now)).toBe(status);
	});
	it('goes back at once when it cost nothing, alone only among others', () => {
		const nothing = order([item(1, 0), item(2, 0)], { paid: 0 });
		expect(exchangeStage(ticket(), nothing, event(), now)).toBe('free');
		expect(exchangeStage(ticket(), order([item(1, 0)], { paid: 0 }), event(), now)).toBe('no');
		expect(exchangeStage(ticket(), order([item(1, 0), item(2, 2400)]), event(), now)).toBe('no');
	});
});
