import { describe, expect, it } from 'vitest';
import { serve } from '$lib/testing/page';
import { answer } from '$lib/testing/server';
import { unblock, unblocking } from './blocks';

describe('unblocking', () => {
	const blocks = [
		{ id: 'blk_1', status: 'held' as const, seat_ids: ['a', 'b', 'c'] },
		{ id: 'blk_2', status: 'released' as const, seat_ids: ['d'] },
		{ id: 'blk_3', status: 'held' as const, seat_ids: ['e', 'f'] },
		{ id: 'blk_4', status: 'held' as const }
	];
	it('ends a block whose seats all go, and takes the others from theirs', () => {
		expect(unblocking(blocks, ['e', 'f', 'b', 'd', 'x'])).toEqual([
			{ block: 'blk_1', seats: ['b'], whole: false },
			{ block: 'blk_3', seats: ['e', 'f'], whole: true }
		]);
		expect(unblocking(blocks, [])).toEqual([]);
	});
});

describe('unblock', () => {
	const test = serve();
	it('finds blocks on every page', async () => {
		const block = (id: string, seat: string) => ({ id, event_id: 'evt_1', status: 'held', seat_ids: [seat], units: 1, ledger_seq: 5 });
		test.server.on('GET /v1/events/{event_id}/blocks', (r: { query: URLSearchParams }) =>
			answer(r.query.get('cursor') === 'more' ? { items: [block('ord_2', 'b')] } : { items: [block('ord_1', 'a')], next_cursor: 'more' })
		);
		test.server.on('DELETE /v1/events/{event_id}/blocks/{block_id}', { status: 'released', ledger_seq: 7 });
		await unblock('evt_1', ['b']);
		expect(test.server.to('DELETE /v1/events/{event_id}/blocks/{block_id}').map((r) => r.path.block_id)).toEqual(['ord_2']);
	});
});
