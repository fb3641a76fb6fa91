import { describe, expect, it } from 'vitest';
import { unblocking } from './blocks';

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
