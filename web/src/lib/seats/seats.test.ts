// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { Schema } from '$lib/api/client';
import { gridOf } from './grid';
import { accessible, companion, obstructed, placeOf, planOf } from './plan';
import { fit, keep, pan, resized, toPlan, toScreen, zoomAt } from './view';

/** Two sections: one straight row of six, one of three that rises, and a lonely seat. */
const layout: Schema['SeatLayout'] = {
	event_id: 'evt_1',
	seat_id_prefix: 'sea_abc',
	seats: 10,
	tiers: ['Front', 'Back'],
	tier_ids: { Front: 'tir_f', Back: 'tir_b' },
	sections: [
		{
			name: 'Stalls',
			rows: [{ name: 'A', seat: 1, count: 6, number: 11, step: 2, tiers: [0, 4, 1], x: [0, 10], y: [0], aisle_after: [2], obstructed_view: [5] }]
		},
		{
			name: 'Balcony',
			rows: [
				{ name: 'B', seat: 7, count: 3, number: 1, step: 1, tiers: [1], x: [0, 10, 12], y: [40, 2], accessible: [0], companion: [1] },
				{ name: 'C', seat: 10, count: 1, number: 5, step: 1, tiers: [1], x: [100], y: [100] }
			]
		}
	]
};

describe('planOf', () => {
	const plan = planOf(layout);
	it('unfolds what rows have in common', () => {
		expect([...plan.x]).toEqual([0, 10, 20, 30, 40, 50, 0, 10, 22, 100]);
		expect([...plan.y]).toEqual([0, 0, 0, 0, 0, 0, 40, 42, 44, 100]);
		expect([...plan.tier]).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 1, 1]);
		expect([...plan.number]).toEqual([11, 13, 15, 17, 19, 21, 1, 2, 3, 5]);
		expect(plan.marks[5]).toBe(obstructed);
		expect(plan.marks[6]).toBe(accessible);
		expect(plan.marks[7]).toBe(companion);
		expect(plan.tiers).toEqual([
			{ id: 'tir_f', name: 'Front' },
			{ id: 'tir_b', name: 'Back' }
		]);
		expect(plan.pitch).toBeCloseTo(10.2, 1);
	});
	it('knows seats by id and place', () => {
		expect(plan.id(0)).toBe('sea_abc0000000000000001');
		expect(plan.index(plan.id(9))).toBe(9);
		expect(placeOf(plan, 8)).toEqual({ section: 'Balcony', row: 'B', number: 3 });
	});
});

describe('gridOf', () => {
	const plan = planOf(layout);
	const grid = gridOf(plan);
	const within = (l: number, t: number, r: number, b: number) => {
		const found: number[] = [];
		grid.within(l, t, r, b, (i) => found.push(i));
		return found.sort((a, b) => a - b);
	};
	it('finds what lies in a rectangle, and nothing else', () => {
		expect(within(5, -5, 35, 5)).toEqual([1, 2, 3]);
		expect(within(-100, -100, 500, 500)).toHaveLength(10);
		expect(within(60, 0, 90, 90)).toEqual([]);
		expect(within(500, 500, 600, 600)).toEqual([]);
	});
	it('agrees with looking at every seat, in a large hall', () => {
		const rows = Array.from({ length: 100 }, (_, r) => ({
			name: `${r}`,
			seat: r * 200 + 1,
			count: 200,
			number: 1,
			step: 1,
			tiers: [0],
			x: [(r % 7) * 3, 10],
			y: [r * 12]
		}));
		const hall = planOf({ ...layout, seats: 20_000, sections: [{ name: 'Hall', rows }] });
		const all = gridOf(hall);
		for (const [l, t, r, b] of [
			[0, 0, 50, 50],
			[333, 444, 555, 666],
			[1990, 1180, 2100, 1300]
		] as const) {
			let [fast, slow] = [0, 0];
			all.within(l, t, r, b, () => fast++);
			for (let i = 0; i < hall.count; i++) if (hall.x[i]! >= l && hall.x[i]! <= r && hall.y[i]! >= t && hall.y[i]! <= b) slow++;
			expect(fast).toBe(slow);
		}
	});
	it('finds the nearest within reach', () => {
		expect(grid.nearest(21, 3, 6)).toBe(2);
		expect(grid.nearest(21, 20, 6)).toBe(-1);
	});
	it('goes from seat to seat, across gaps too', () => {
		expect(grid.beside(1, 1, 0)).toBe(2);
		expect(grid.beside(1, -1, 0)).toBe(0);
		expect(grid.beside(0, -1, 0)).toBe(-1);
		expect(grid.beside(1, 0, 1)).toBe(7);
		expect(grid.beside(7, 0, -1)).toBe(1);
		expect(grid.beside(9, 0, -1)).toBeGreaterThanOrEqual(0);
	});
});

describe('the view', () => {
	const size = { width: 200, height: 100 };
	const box = { left: 0, top: 0, right: 100, bottom: 100 };
	it('shows a box whole', () => {
		const v = fit(box, size, 10, 50);
		expect(v).toEqual({ x: 50, y: 50, zoom: 0.8 });
		expect(toScreen(v, size, 50, 50)).toEqual([100, 50]);
		expect(fit({ left: 5, top: 5, right: 5, bottom: 5 }, size, 10, 50).zoom).toBe(50);
	});
	it('is moved by what the finger moves', () => {
		const v = pan({ x: 50, y: 50, zoom: 2 }, 20, -10);
		expect(v).toEqual({ x: 40, y: 55, zoom: 2 });
		expect(keep({ x: -5, y: 200, zoom: 1 }, box)).toEqual({ x: 0, y: 100, zoom: 1 });
	});
	it('fits again when a phone is turned, unless somebody has moved it', () => {
		const flat = { width: 400, height: 100 };
		const [before, whole] = [fit(box, size, 10, 50), fit(box, flat, 10, 50)];
		const used = { whole: true, used: true };
		expect(resized(before, used, size, flat, whole, 0.1)).toEqual(whole);
		expect(resized({ x: 20, y: 30, zoom: 4 }, { whole: false, used: true }, size, flat, whole, 0.1)).toEqual({ x: 20, y: 30, zoom: 4 });
		// What was as small as it may be is never smaller than that.
		expect(resized({ x: 20, y: 30, zoom: 0.3 }, { whole: false, used: true }, size, flat, whole, 0.6)).toEqual({ x: 20, y: 30, zoom: 0.6 });
		// A panel that grows below moves nothing under somebody's finger; before that, all is shown.
		expect(resized(before, used, size, { width: 200, height: 60 }, whole, 0.1)).toEqual(before);
		expect(resized(before, { whole: true, used: false }, size, { width: 200, height: 60 }, whole, 0.1)).toEqual(whole);
	});
	it('grows around the point under the finger', () => {
		const before = { x: 50, y: 50, zoom: 2 };
		const point = toPlan(before, size, 30, 20);
		const after = zoomAt(before, size, 30, 20, 3, 0.1, 100);
		const [px, py] = toScreen(after, size, ...point);
		expect([after.zoom, Math.round(px), Math.round(py)]).toEqual([6, 30, 20]);
		expect(zoomAt(before, size, 0, 0, 1000, 0.1, 10).zoom).toBe(10);
	});
});
