// @vitest-environment node
import { expect, it } from 'vitest';
import type { Schema } from '$lib/api/client';
import { stageOf } from './stage';

const event = (more = {}) => ({ status: 'published', ends_at: new Date(1000).toISOString(), ...more }) as Schema['Event'];
const transfer = (role: 'from' | 'to', status: string, more = {}) => ({ role, status, ...more }) as unknown as Schema['Transfer'];
const ticket = {} as Schema['Ticket'];

it('says what a transfer is about, for either of its persons', () => {
	expect(stageOf(transfer('to', 'offered'), event(), undefined, 0)).toBe('take');
	expect(stageOf(transfer('to', 'accepted'), event(), ticket, 0)).toBe('mine');
	expect(stageOf(transfer('to', 'accepted'), event(), undefined, 0)).toBe('gone');
	expect(stageOf(transfer('to', 'declined'), event(), undefined, 0)).toBe('declined');
	expect(stageOf(transfer('to', 'cancelled'), event(), undefined, 0)).toBe('cancelled');
	for (const status of ['offered', 'accepted', 'declined', 'cancelled'])
		expect(stageOf(transfer('from', status), event(), undefined, 0)).toBe(`giving.${status}`);
});

it('says before all else that nothing can come of it', () => {
	expect(stageOf(transfer('to', 'offered', { void: true }), event(), undefined, 0)).toBe('void');
	expect(stageOf(transfer('from', 'offered', { void: true }), event(), undefined, 0)).toBe('void');
	expect(stageOf(transfer('to', 'accepted', { void: true }), event(), undefined, 0)).toBe('ended');
	expect(stageOf(transfer('from', 'accepted', { void: true }), event(), undefined, 0)).toBe('giving.accepted');
	expect(stageOf(transfer('to', 'offered'), event({ status: 'cancelled' }), undefined, 0)).toBe('eventCancelled');
	expect(stageOf(transfer('to', 'offered'), event(), undefined, 1000)).toBe('eventOver');
});
