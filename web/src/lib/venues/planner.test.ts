import { describe, expect, it } from 'vitest';
import { withSections, without } from './arrange';
import { nextKey, type Drawing, type Section } from './drawing';
import { Planner } from './planner.svelte';

const section = (name: string): Section => ({
	key: nextKey(),
	name,
	rows: [{ name: 'A', number: 1, step: 1, x: [0, 55], y: [0, 0], tier: [0, 0], marks: [0, 0] }]
});
const [north, east, south] = [section('North'), section('East'), section('South')];
const hall: Drawing = { tiers: ['Regular'], sections: [north, east, south] };
const names = (p: Planner) => p.group.map((s) => s.name);

describe('sections that are meant', () => {
	it('are joined and left, the first of them staying the one that is shown', () => {
		const p = new Planner(hall);
		p.join(south.key);
		p.join(north.key);
		expect(names(p)).toEqual(['North', 'South']);
		expect(p.section).toBe(south);
		p.join(south.key);
		expect(p.section).toBe(north);
		p.join(north.key);
		expect(names(p)).toEqual([]);
		expect(p.section).toBeUndefined();
	});
	it('are one again when one is meant', () => {
		const p = new Planner(hall);
		p.join(south.key);
		p.join(north.key);
		p.key = east.key;
		expect(names(p)).toEqual(['East']);
		p.key = undefined;
		expect(names(p)).toEqual([]);
	});
	it('stay meant when they change, and not when they are gone', () => {
		const p = new Planner(hall);
		for (const s of hall.sections) p.join(s.key);
		p.step(withSections(p.drawing, [north, east], (s) => ({ ...s, name: `${s.name} 2` })));
		expect(names(p)).toEqual(['North 2', 'East 2', 'South']);
		p.step(without(p.drawing, north.key, south.key));
		expect(names(p)).toEqual(['East 2']);
		expect(p.section?.name).toBe('East 2');
		p.undo();
		expect(names(p)).toEqual(['East 2']);
	});
});
