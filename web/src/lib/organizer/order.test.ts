import { expect, it } from 'vitest';
import { moved, placeAt } from './order';

it('moves one of a list', () => {
	expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
	expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
	expect(moved(['a'], 0, 0)).toEqual(['a']);
});

it('finds where something that is dragged comes to stand', () => {
	const boxes = [0, 100, 200].map((top) => ({ top, height: 90 }));
	expect(placeAt(-20, boxes, 2)).toBe(0);
	expect(placeAt(120, boxes, 2)).toBe(1); // above the middle of the second
	expect(placeAt(150, boxes, 2)).toBe(2);
	expect(placeAt(900, boxes, 0)).toBe(2);
	expect(placeAt(50, boxes, 0)).toBe(0);
});
