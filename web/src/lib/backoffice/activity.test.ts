import { beforeAll, describe, expect, it } from 'vitest';
import type { Schema } from '$lib/api/client';
import { office } from '$lib/translations/office';
import { kindOf, markOf, tell, who } from './activity';

type Row = Schema['AuditRow'];
const row = (r: Partial<Row>) => ({ seq: 1, units: 0, from: '', to: '', reason: '', subject: '', actor: 'public', ...r }) as Row;

/** Every reason that there is (inventory.AllReasons), with something that it happens to. */
const reasons: Record<string, string[]> = {
	ord_x: [
		'registered',
		'promoted',
		'offered',
		'accepted',
		'declined',
		'offer_expired',
		'left',
		'removed_by_staff',
		'event_cancelled',
		'cancelled_by_person',
		'cancelled_by_staff',
		'ordered',
		'ordered_free',
		'payment_asked',
		'prolonged',
		'payment_mismatch',
		'paid',
		'order_expired',
		'order_cancelled',
		'items_cancelled',
		'items_refunded',
		'payment_again',
		'order_refunded',
		'payment_late',
		'paid_late',
		'items_exchanged',
		'order_exchanged',
		'exchange_used',
		'ticket_reissued',
		'ticket_voided'
	],
	blk_x: ['blocked', 'seats_unblocked', 'unblocked'],
	wle_x: [
		'joined',
		'passed_party_size',
		'offered',
		'promoted',
		'left',
		'removed_by_staff',
		'registration_closed',
		'event_cancelled',
		'party_too_large',
		'accepted',
		'declined',
		'offer_expired'
	],
	off_x: ['offer_extended'],
	evt_x: ['created', 'published', 'settings_changed', 'clock_mended', 'event_cancelled'],
	trf_x: ['transfer_offered', 'transfer_accepted', 'ticket_received', 'transfer_declined', 'transfer_cancelled'],
	exc_x: ['exchange_opened', 'exchange_matched', 'exchange_unmatched', 'exchanged', 'exchange_withdrawn', 'exchange_closed', 'exchange_void', 'exchange_used'],
	pol_x: ['created', 'capacity_raised', 'capacity_lowered', 'capacity_overcommitted']
};

beforeAll(() => office.load('en'));

describe('a story', () => {
	it('has words for everything that can happen', () => {
		for (const [subject, list] of Object.entries(reasons)) {
			for (const reason of list) {
				const text = tell(row({ subject, reason, units: 2, to: 'held', from: '' }));
				expect([reason, /^Changed from/.test(text), /[{}]/.test(text)]).toEqual([reason, false, false]);
			}
		}
	});
	it('knows what it is about, and who acted', () => {
		expect([kindOf('sea_1'), kindOf('wle_1'), kindOf('what')]).toEqual(['seat', 'entry', 'unknown']);
		const members = new Map([['mem_1', 'Ada']]);
		expect(who('mem_1', members, new Map())).toBe('Ada');
		expect(who('system', members, new Map())).not.toContain('system_');
		expect([markOf(row({ from: '', to: 'confirmed' })), markOf(row({ from: 'held', to: 'held' })), markOf(row({ to: 'released', from: 'held' }))]).toEqual([
			'good',
			'plain',
			'bad'
		]);
	});
});
