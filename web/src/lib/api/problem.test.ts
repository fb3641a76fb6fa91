// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { problemFrom, problemOf } from './problem';

const answer = (status: number, headers: Record<string, string> = {}) => new Response(null, { status, headers });

describe('problems', () => {
	it('keeps code, fields and how long to wait', () => {
		const p = problemOf(
			{ code: 'invalid_request', detail: 'Look.', errors: [{ field: 'email', code: 'required', message: 'x' }, 'noise'] },
			answer(422, { 'Retry-After': '3' })
		);
		expect([p.code, p.status, p.retryAfter, p.fields.length, p.field('email')?.code, p.passing]).toEqual(['invalid_request', 422, 3, 1, 'required', false]);
	});
	it('keeps what is in the way of a booking and when its rooms are free', () => {
		const conflict = { booking_id: 'bkg_1' };
		const p = problemOf({ code: 'room_taken', conflicts: [conflict], free_times: { before: null, after: '2027-09-01T17:00:00Z' } }, answer(409));
		expect(p.times).toEqual({ conflicts: [conflict], before: undefined, after: '2027-09-01T17:00:00Z' });
		expect(problemOf({ code: 'sold_out' }, answer(409)).times).toBeUndefined();
	});
	it('makes something of an answer that is not one of ours', () => {
		expect(problemOf('<html>', answer(502)).code).toBe('unreadable');
		expect(problemOf(undefined, answer(503)).passing).toBe(true);
	});
	it('takes a failed fetch for no network', () => {
		expect(problemFrom(new TypeError('fetch failed')).code).toBe('offline');
	});
});
