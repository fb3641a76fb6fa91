// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { layout } from '$lib/testing/fixtures';
import { lonely } from './lonely';
import { aisle, planOf } from './plan';

/** Row A of the hall: a wheelchair space, then five ordinary seats; row B: six. */
const plan = planOf(layout);
const open = () => true;

describe('the seat that is left alone', () => {
	it.each([
		['one at the end', [7], 6],
		['one in the middle', [6, 7, 9, 10], 8],
		['none beside the end', [6, 7], undefined],
		['none when two are left', [8, 9], undefined],
		['one that cannot be helped', [7, 8, 9, 10, 11], undefined],
		['none beside a wheelchair space', [1, 2], undefined],
		['and none of a wheelchair space', [0], undefined]
	] as const)('is %s', (_, chosen, seat) => {
		expect(lonely(plan, open, chosen)).toBe(seat);
	});
	it('is counted among the seats that are open', () => {
		expect(lonely(plan, (s) => s !== 9, [6])).toBeUndefined();
		expect(lonely(plan, (s) => s !== 10, [6, 7, 8])).toBeUndefined(); // it cannot be helped
		expect(
			lonely(plan, (s) => s !== 10, [6, 7]),
			'two are left'
		).toBeUndefined();
		expect(lonely(plan, (s) => s !== 10, [7])).toBe(6);
	});
	it('ends at an aisle', () => {
		const cut = planOf(layout);
		cut.marks[7] = aisle;
		expect(lonely(cut, open, [8, 9, 10])).toBeUndefined();
		expect(lonely(cut, open, [9, 10])).toBe(8);
	});
});
