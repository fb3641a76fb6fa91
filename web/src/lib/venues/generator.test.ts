// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { aisle } from '$lib/seats/plan';
import { countOf } from './drawing';
import { boundsOf } from './arrange';
import { generate, labelAt, newSection, placeOfLabel, readSpec, seatsOf, type Spec } from './generator';

const plain: Spec = {
	name: 'Stalls',
	halves: ['left', 'right'],
	rows: 2,
	seats: 4,
	more: 0,
	labels: 'letters',
	label: 0,
	backwards: false,
	counting: 'all',
	side: 'left',
	first: 1,
	aisles: [],
	width: 50,
	depth: 90,
	bend: 0,
	tier: 0
};
const one = (change: Partial<Spec>) => generate({ ...plain, ...change })[0]!;
/** The numbers of a row by where its seats are, from the left to the right. */
const fromLeft = (change: Partial<Spec>, row = 0) => {
	const r = one(change).rows[row]!;
	return r.x
		.map((x, k) => ({ x, n: r.number + k * r.step }))
		.sort((a, b) => a.x - b.x)
		.map((s) => s.n);
};

describe('labels of rows', () => {
	it('go on behind Z, and come back', () => {
		expect([0, 1, 25, 26, 27, 701, 702].map((n) => labelAt('letters', n))).toEqual(['A', 'B', 'Z', 'AA', 'AB', 'ZZ', 'AAA']);
		expect([7, 8, 12, 13, 23, 24].map((n) => labelAt('clear', n))).toEqual(['H', 'J', 'N', 'P', 'Z', 'AA']);
		expect(labelAt('numbers', 9)).toBe('10');
		for (const labels of ['letters', 'clear', 'numbers'] as const) for (let n = 0; n < 800; n++) expect(placeOfLabel(labels, labelAt(labels, n))).toBe(n);
	});
	it('are read as they are typed', () => {
		expect(placeOfLabel('letters', ' c ')).toBe(2);
		for (const [labels, text] of [
			['letters', ''],
			['letters', '3'],
			['clear', 'I'],
			['numbers', 'A'],
			['numbers', '0'],
			['letters', 'AAAA']
		] as const) {
			expect(placeOfLabel(labels, text)).toBeUndefined();
		}
	});
	it('begin anywhere, and may be counted from the back', () => {
		expect(one({ rows: 3, label: 2 }).rows.map((r) => r.name)).toEqual(['C', 'D', 'E']);
		expect(one({ rows: 3, label: 2, backwards: true }).rows.map((r) => r.name)).toEqual(['E', 'D', 'C']);
		expect(one({ rows: 3, labels: 'numbers', backwards: true }).rows.map((r) => r.name)).toEqual(['3', '2', '1']);
	});
});

describe('numbers of seats', () => {
	it('rise to either side', () => {
		expect(fromLeft({})).toEqual([1, 2, 3, 4]);
		expect(fromLeft({ side: 'right' })).toEqual([4, 3, 2, 1]);
		expect(fromLeft({ first: 11 })).toEqual([11, 12, 13, 14]);
	});
	it('are odd or even where a house has it so', () => {
		expect(fromLeft({ counting: 'odd', side: 'right' })).toEqual([7, 5, 3, 1]);
		expect(fromLeft({ counting: 'even', first: 2 })).toEqual([2, 4, 6, 8]);
	});
	it('rise from the middle when both are in one row, in two sections with an aisle between', () => {
		const [left, right] = generate({ ...plain, counting: 'split', seats: 5 });
		expect([left!.name, right!.name]).toEqual(['Stalls left', 'Stalls right']);
		const numbers = (r: { number: number; step: number; x: readonly number[] }) => r.x.map((x, k) => [Math.round(x), r.number + k * r.step]);
		expect(numbers(left!.rows[0]!)).toEqual([
			[-25, 1],
			[-75, 3],
			[-125, 5]
		]);
		expect(numbers(right!.rows[0]!)).toEqual([
			[75, 2],
			[125, 4]
		]);
		expect(left!.rows.map((r) => r.name)).toEqual(right!.rows.map((r) => r.name));
	});
});

describe('aisles', () => {
	it('are as wide as a seat, and marked at the seat before, as it is numbered', () => {
		const row = one({ aisles: [1] }).rows[0]!;
		expect(row.x.map((x, k) => (k ? x - row.x[k - 1]! : 0))).toEqual([0, 100, 50, 50]);
		expect(row.marks).toEqual([aisle, 0, 0, 0]);
		expect(one({ aisles: [1], side: 'right' }).rows[0]!.marks).toEqual([0, 0, aisle, 0]);
	});
	it('run straight through rows that grow on both sides', () => {
		const s = one({ rows: 3, seats: 6, more: 2, aisles: [2] });
		const left = s.rows.map((r) => r.x[r.marks.indexOf(aisle)]!);
		expect(s.rows.map((r) => r.marks.indexOf(aisle))).toEqual([1, 2, 3]);
		expect(new Set(left.map((x) => Math.round(x))).size).toBe(1);
	});
});

describe('shape', () => {
	it('is straight around the middle, the first row in front', () => {
		const s = one({});
		expect(s.rows[0]!.x).toEqual([-75, -25, 25, 75]);
		expect(s.rows.map((r) => r.y[0])).toEqual([0, 90]);
		expect(boundsOf([s])).toEqual({ left: -75, right: 75, top: 0, bottom: 90 });
	});
	it('bends around the stage: ends come forward, seats stay as far apart, rows as deep', () => {
		const s = one({ rows: 3, seats: 21, bend: 90 });
		for (const [i, r] of s.rows.entries()) {
			const n = r.x.length - 1;
			expect(r.y[n / 2]).toBeCloseTo(i * 90);
			expect(r.y[0]).toBeLessThan(r.y[n / 2]!);
			expect(r.y[0]).toBeCloseTo(r.y[n]!);
			expect(r.x[0]).toBeCloseTo(-r.x[n]!);
			for (let k = 1; k <= n; k++) {
				const apart = Math.hypot(r.x[k]! - r.x[k - 1]!, r.y[k]! - r.y[k - 1]!);
				expect(apart).toBeGreaterThan(49.5);
				expect(apart).toBeLessThanOrEqual(50.001);
			}
		}
		// The first row goes a quarter round: its ends look to the middle at 45 degrees.
		const [front, n] = [s.rows[0]!, 20];
		expect(Math.abs(front.y[n]! - front.y[0]!)).toBeLessThan(1e-9);
		const radius = (20 * 50) / (Math.PI / 2);
		expect(front.x[n]).toBeCloseTo(radius * Math.SQRT1_2);
	});
	it('has as many seats as it says', () => {
		for (const change of [{}, { rows: 7, seats: 9, more: 2 }, { rows: 4, seats: 9, more: -2 }, { counting: 'split', seats: 7, rows: 3 }] as Partial<Spec>[]) {
			const spec = { ...plain, ...change };
			expect(countOf({ tiers: [], sections: generate(spec) })).toBe(seatsOf(spec));
		}
	});
});

describe('readSpec', () => {
	const typed = newSection('Stalls', 'Front');
	const wrong = (change: Partial<typeof typed>) => readSpec({ ...typed, ...change }, ['l', 'r']).problem?.fields.map((f) => [f.field, f.code]);
	it('reads what is typed', () => {
		const { spec } = readSpec({ ...typed, rows: ' 3 ', seats: '12', aisles: '8, 4;4', labels: 'numbers', label: '5', bend: '45' }, ['l', 'r']);
		expect(spec).toMatchObject({ rows: 3, seats: 12, aisles: [4, 8], label: 4, bend: 45, first: 1 });
	});
	it('says what cannot be drawn, where it is', () => {
		expect(wrong({ name: ' ', category: '' })).toEqual([
			['name', 'required'],
			['category', 'required']
		]);
		expect(wrong({ rows: 'many' })).toEqual([['rows', 'bad_format']]);
		expect(wrong({ rows: '501' })).toEqual([['rows', 'out_of_range']]);
		expect(wrong({ rows: '' })).toEqual([['rows', 'required']]);
		expect(wrong({ seats: '0' })).toEqual([['seats', 'out_of_range']]);
		expect(wrong({ seats: '1', counting: 'split' })).toEqual([['seats', 'out_of_range']]);
		expect(wrong({ rows: '20', seats: '10', more: '-1' })).toEqual([['more', 'out_of_range']]);
		expect(wrong({ rows: '500', seats: '101' })).toEqual([['rows', 'too_many']]);
		expect(wrong({ counting: 'odd', first: '2' })).toEqual([['first', 'not_odd']]);
		expect(wrong({ counting: 'even', first: '1' })).toEqual([['first', 'not_even']]);
		expect(wrong({ first: '9990' })).toEqual([['first', 'out_of_range']]);
		expect(wrong({ labels: 'clear', label: 'O' })).toEqual([['label', 'bad_format']]);
		expect(wrong({ aisles: 'x' })).toEqual([['aisles', 'bad_format']]);
		expect(wrong({ aisles: '20' })).toEqual([['aisles', 'out_of_range']]);
		expect(wrong({ width: '5', depth: '2000', bend: '181' })).toEqual([
			['width', 'out_of_range'],
			['depth', 'out_of_range'],
			['bend', 'out_of_range']
		]);
	});
});
