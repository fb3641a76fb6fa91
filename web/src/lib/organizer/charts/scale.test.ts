// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { ground, levels, roundUp, steps, ticks, valueAt } from './scale';

const series = [
	{ at: 10, value: 2 },
	{ at: 20, value: 5 },
	{ at: 30, value: 4 }
];
const frame = { from: 0, to: 40, top: 5, width: 400, height: 100 };

describe('a chart', () => {
	it('has round levels', () => {
		expect([0, 1, 3, 7, 11, 240].map(roundUp)).toEqual([1, 1, 5, 10, 20, 500]);
		expect(levels(12)).toEqual([0, 5, 10, 15]);
		expect(levels(0)).toEqual([0, 1]);
		expect(levels(300)).toEqual([0, 100, 200, 300]);
	});
	it('keeps a value until the next', () => {
		expect([0, 10, 19, 20, 99].map((at) => valueAt(series, at))).toEqual([0, 2, 2, 5, 4]);
		expect(steps(series, frame)).toBe('M0 100H100V60H200V0H300V20H400');
		expect(ground(series, frame)).toBe('M0 100H100V60H200V0H300V20H400V100H0Z');
	});
	it('leaves out what lies outside', () => {
		expect(steps(series, { ...frame, from: 15, to: 25 })).toBe('M0 60H200V0H400');
		expect(steps([], frame)).toBe('M0 100H400');
	});
	it('spreads its ticks', () => expect(ticks(0, 30, 4)).toEqual([0, 10, 20, 30]));
});
