import { describe, expect, it } from 'vitest';
import type { Schema } from '$lib/api/client';
import { accessible, companion, obstructed } from '$lib/seats/plan';
import {
	added,
	angleOf,
	boundsOf,
	freeName,
	marked,
	middleOf,
	moved,
	overlap,
	reordered,
	retiered,
	reversed,
	seatAdded,
	seatsRemoved,
	shapeOf,
	shaped,
	tierRenamed,
	tidy,
	turned,
	withTier
} from './arrange';
import { aisle } from '$lib/seats/plan';
import { countOf, drawingOf, emptyDrawing, sectionsOf, spotOf, tierCounts, unfolded, type Drawing, type Section } from './drawing';
import { generate, type Spec } from './generator';
import { Planner } from './planner.svelte';

const spec: Spec = {
	name: 'Stalls',
	halves: ['l', 'r'],
	rows: 3,
	seats: 8,
	more: 0,
	labels: 'letters',
	label: 0,
	backwards: false,
	counting: 'all',
	side: 'left',
	first: 1,
	aisles: [4],
	width: 50,
	depth: 90,
	bend: 0,
	tier: 0
};
const section = (change: Partial<Spec> = {}) => generate({ ...spec, ...change })[0]!;
const hall = (...sections: Section[]): Drawing => ({ tiers: ['Front', 'Back'], sections });
const near = (a: readonly number[], b: readonly number[]) => a.forEach((x, k) => expect(x).toBeCloseTo(b[k]!, 6));

const layout: Schema['Document'] = {
	seats: 9,
	tiers: ['Front', 'Back'],
	sections: [
		{
			name: 'Stalls',
			rows: [{ name: 'A', seat: 1, count: 6, number: 11, step: 2, tiers: [0, 4, 1], x: [0, 10], y: [0], aisle_after: [2], obstructed_view: [5] }]
		},
		{ name: 'Balcony', rows: [{ name: 'B', seat: 7, count: 3, number: 1, step: 1, tiers: [1], x: [0, 10, 12], y: [40, 2], accessible: [0], companion: [1] }] }
	]
};

describe('drawingOf', () => {
	const d = drawingOf(layout);
	it('unfolds a stored plan, and says it to the API as it was', () => {
		expect(d.sections[0]!.rows[0]).toEqual({
			name: 'A',
			number: 11,
			step: 2,
			x: [0, 10, 20, 30, 40, 50],
			y: [0, 0, 0, 0, 0, 0],
			tier: [0, 0, 0, 0, 1, 1],
			marks: [0, 0, aisle, 0, 0, obstructed]
		});
		expect(d.sections[1]!.rows[0]!.marks).toEqual([accessible, companion, 0]);
		const [stalls, balcony] = sectionsOf(d);
		expect(stalls!.rows[0]!.seats[2]).toEqual({ number: 15, tier: 'Front', x: 20, y: 0, aisle_after: true });
		expect(balcony!.rows[0]!.seats.map((s) => [s.x, s.y])).toEqual([
			[0, 40],
			[10, 42],
			[22, 44]
		]);
		expect(balcony!.rows[0]!.seats[0]).toMatchObject({ number: 1, accessible: true });
	});
	it('is shown by the map of guests', () => {
		const plan = unfolded(d);
		expect(plan.count).toBe(9);
		expect([...plan.number]).toEqual([11, 13, 15, 17, 19, 21, 1, 2, 3]);
		expect(spotOf(plan, 7)).toEqual({ section: 1, row: 0, seat: 1 });
		expect(tierCounts(d)).toEqual([4, 5]);
		expect(unfolded(emptyDrawing).count).toBe(0);
	});
});

describe('moving and turning', () => {
	const s = section({ bend: 60, more: 1 });
	it('moves every seat', () => {
		const m = moved(s, 30, -20);
		near([middleOf(m).x, middleOf(m).y], [middleOf(s).x + 30, middleOf(s).y - 20]);
		near(
			m.rows[2]!.x,
			s.rows[2]!.x.map((x) => x + 30)
		);
	});
	it('turns around the middle, and back again', () => {
		const t = turned(s, 90);
		expect(angleOf(s)).toBe(0);
		expect(angleOf(t)).toBe(90);
		expect(angleOf(turned(s, 200))).toBe(-160);
		const there = turned(turned(s, 37, { x: 5, y: 7 }), -37, { x: 5, y: 7 });
		s.rows.forEach((r, j) => (near(there.rows[j]!.x, r.x), near(there.rows[j]!.y, r.y)));
	});
	it('knows how a section is turned, whichever way its numbers rise', () => {
		expect(angleOf(section({ side: 'right' }))).toBe(0);
		expect(angleOf(turned(section({ side: 'right' }), -45))).toBe(-45);
		expect(angleOf(section({ rows: 1, side: 'right' }))).toBe(0);
		expect(angleOf(section({ rows: 1, seats: 1, aisles: [] }))).toBe(0);
		expect(angleOf(section({ rows: 3, seats: 1, aisles: [] }))).toBe(0);
		expect([tidy(-180), tidy(540), tidy(-0.01), tidy(361)]).toEqual([180, 180, 0, 1]);
	});
	it('sees a shape as it was made, turned or not, and makes another of it in the same place', () => {
		const bent = section({ rows: 5, seats: 21, bend: 90, width: 60, depth: 100, aisles: [] });
		expect(shapeOf(turned(bent, 30))).toEqual({ width: 60, depth: 100, bend: 90 });
		const other = shaped(turned(section({ side: 'right' }), 30), { width: 70, depth: 80, bend: 40 });
		const seen = shapeOf(other);
		expect([seen.depth, seen.bend]).toEqual([80, 40]);
		expect(angleOf(other)).toBe(30);
		expect(middleOf(other).x).toBeCloseTo(middleOf(turned(section({ side: 'right' }), 30)).x, 0);
		expect(other.rows.map((r) => r.marks)).toEqual(section({ side: 'right' }).rows.map((r) => r.marks));
	});
	it('puts what is added below what there is', () => {
		const d = added(hall(section()), [section({ name: 'Balcony' })], 180);
		expect(boundsOf([d.sections[1]!])!.top).toBe(boundsOf([d.sections[0]!])!.bottom + 180);
		expect(middleOf(d.sections[1]!).x).toBeCloseTo(middleOf(d.sections[0]!).x);
		expect(boundsOf([])).toBeUndefined();
	});
	it('finds sections that stand on each other', () => {
		const [a, b] = [section(), section({ name: 'Balcony' })];
		expect(overlap(hall(a, moved(b, 7, 5)), 30)).toEqual({ one: 0, other: 1 });
		expect(overlap(added(hall(a), [b], 180), 30)).toBeUndefined();
	});
});

describe('seats', () => {
	const d = hall(section());
	it('are marked; a wheelchair space is not beside one', () => {
		const spots = [
			{ section: 0, row: 0, seat: 0 },
			{ section: 0, row: 1, seat: 7 }
		];
		const a = marked(d, spots, companion, true);
		const b = marked(a, spots.slice(0, 1), accessible, true);
		expect(b.sections[0]!.rows[0]!.marks[0]).toBe(accessible);
		expect(b.sections[0]!.rows[1]!.marks[7]).toBe(companion);
		expect(marked(b, spots, accessible, false).sections[0]!.rows[0]!.marks[0]).toBe(0);
		// Behind the last seat of a row there is no next one.
		expect(marked(d, spots, aisle, true).sections[0]!.rows[1]!.marks[7]).toBe(0);
		expect(b.sections[0]!.rows[2]).toBe(d.sections[0]!.rows[2]);
		expect(d.sections[0]!.rows[0]!.marks[0]).toBe(0);
	});
	it('get a category, a new one too', () => {
		const { drawing, tier } = withTier(d, 'Box');
		expect(tierCounts(retiered(drawing, [{ section: 0, row: 0, seat: 3 }], tier))).toEqual([23, 0, 1]);
		const renamed = tierRenamed(retiered(d, [{ section: 0, row: 0, seat: 3 }], 1), 0, 'Back');
		expect([renamed.tiers, tierCounts(renamed)]).toEqual([['Back'], [24]]);
		expect(tierRenamed(d, 0, 'Gold').tiers).toEqual(['Gold', 'Back']);
	});
	it('go, and the numbers close up; across the gap is an aisle', () => {
		const row = seatsRemoved(d, [
			{ section: 0, row: 0, seat: 2 },
			{ section: 0, row: 0, seat: 1 },
			{ section: 0, row: 0, seat: 7 }
		]).sections[0]!.rows[0]!;
		expect([row.number, row.x.length]).toEqual([1, 5]);
		expect(row.marks).toEqual([aisle, aisle, 0, 0, 0]);
		expect(row.x[1]! - row.x[0]!).toBe(150);
		const whole = Array.from({ length: 8 }, (_, seat) => ({ section: 0, row: 1, seat }));
		expect(seatsRemoved(d, whole).sections[0]!.rows.map((r) => r.name)).toEqual(['A', 'C']);
		expect(seatsRemoved(hall(section({ rows: 1, seats: 1, aisles: [] })), [{ section: 0, row: 0, seat: 0 }]).sections).toEqual([]);
	});
	it('are numbered the other way, aisles where they were', () => {
		const row = section({ seats: 4, aisles: [1] }).rows[0]!;
		const back = reversed(row);
		expect([back.x[0], back.marks]).toEqual([row.x[3], [0, 0, aisle, 0]]);
		expect(reversed(back)).toEqual(row);
	});
	it('become one more', () => {
		const row = seatAdded(section({ seats: 3, aisles: [] }).rows[0]!);
		expect([row.x.length, row.x[3]! - row.x[2]!, row.tier.length, row.marks.length]).toEqual([4, 50, 4, 4]);
	});
});

describe('sections', () => {
	it('come earlier or later, and no further', () => {
		const d = hall(section(), section({ name: 'Balcony' }));
		const names = (x: Drawing) => x.sections.map((s) => s.name);
		expect(names(reordered(d, d.sections[1]!.key, -1))).toEqual(['Balcony', 'Stalls']);
		expect(reordered(d, d.sections[0]!.key, -1)).toBe(d);
		expect(freeName(d, 'Stalls')).toBe('Stalls 2');
		expect(freeName(hall(section(), section({ name: 'Stalls 2' })), 'Stalls 2')).toBe('Stalls 3');
		expect(freeName(d, 'Box')).toBe('Box');
	});
});

describe('Planner', () => {
	it('takes steps back and forth; parts of one thing are one step', () => {
		const p = new Planner(hall(section()));
		const begun = p.drawing;
		const shift = (by: number, part = '') => p.step({ ...p.drawing, sections: p.drawing.sections.map((s) => moved(s, by, 0)) }, part);
		shift(10, 'a');
		shift(10, 'a');
		shift(10, 'b');
		expect([p.touched, p.undoable, p.redoable]).toEqual([true, true, false]);
		p.undo();
		p.undo();
		expect(p.drawing).toBe(begun);
		expect([p.touched, p.undoable, p.redoable]).toEqual([false, false, true]);
		p.redo();
		expect(middleOf(p.drawing.sections[0]!).x).toBeCloseTo(middleOf(begun.sections[0]!).x + 20);
		shift(1);
		expect(p.redoable).toBe(false);
		p.stored(p.drawing);
		expect(p.touched).toBe(false);
	});
	it('forgets seats that were meant when others stand in their places', () => {
		const p = new Planner(hall(section()));
		p.chosen.add(3);
		p.step(marked(p.drawing, p.spots(), obstructed, true));
		expect(p.chosen.size).toBe(1);
		p.step(seatsRemoved(p.drawing, p.spots()));
		expect([p.chosen.size, countOf(p.drawing)]).toEqual([0, 23]);
	});
});
