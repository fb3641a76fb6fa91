import type { Schema } from '$lib/api/client';

type Layout = Schema['SeatLayout'];

/** What is particular about a seat, as bits. */
export const accessible = 1;
export const companion = 2;
export const obstructed = 4;
/** An aisle separates it from the next seat of its row. */
export const aisle = 8;

export interface Row {
	section: number;
	name: string;
	/** Its first seat, from 0 in the order of the plan, and how many follow. */
	first: number;
	count: number;
}

/**
 * A seating plan, unfolded: what is known of each seat stands in arrays, by its
 * place in the plan from 0. Objects for 20,000 seats would take a phone's time
 * and memory for nothing.
 */
export interface Plan {
	count: number;
	x: Float32Array;
	y: Float32Array;
	/** Which tier, as an index of tiers. */
	tier: Uint8Array;
	/** Bits of accessible, companion, obstructed, aisle. */
	marks: Uint8Array;
	number: Uint16Array;
	/** Which row, as an index of rows. */
	row: Uint16Array;
	rows: Row[];
	sections: { name: string; firstRow: number; rows: number }[];
	/** Those that are hidden from the reader have neither id nor name; nobody can have their seats. */
	tiers: { id: string; name: string }[];
	/** How far apart neighbours usually are. */
	pitch: number;
	id(seat: number): string;
	index(id: string): number;
}

/** Whether so many ordinary seats that pass are next to each other somewhere. */
export function together(plan: Plan, n: number, passes: (seat: number) => boolean): boolean {
	return plan.rows.some((row) => {
		let run = 0;
		for (let seat = row.first; seat < row.first + row.count; seat++) {
			run = passes(seat) && !(plan.marks[seat]! & (accessible | companion)) ? run + 1 : 0;
			if (run >= n) return true;
		}
		return false;
	});
}

const digits = 16;

/** Unfolds a layout. What a row has in common, the layout says once. */
export function planOf(layout: Layout): Plan {
	const n = layout.seats;
	const plan: Plan = {
		count: n,
		x: new Float32Array(n),
		y: new Float32Array(n),
		tier: new Uint8Array(n),
		marks: new Uint8Array(n),
		number: new Uint16Array(n),
		row: new Uint16Array(n),
		rows: [],
		sections: [],
		tiers: layout.tiers.map((name) => ({ id: layout.tier_ids[name] ?? '', name })),
		pitch: 1,
		id: (seat) => layout.seat_id_prefix + String(seat + 1).padStart(digits, '0'),
		index: (id) => Number(id.slice(-digits)) - 1
	};
	const gaps: number[] = [];
	layout.sections.forEach((section, s) => {
		plan.sections.push({ name: section.name, firstRow: plan.rows.length, rows: section.rows.length });
		for (const row of section.rows) {
			unfold(plan, row, s);
			if (row.x.length > 1) gaps.push(Math.hypot(row.x[1]!, row.y[1] ?? 0));
			else if (row.y.length > 1) gaps.push(Math.abs(row.y[1]!));
		}
	});
	gaps.sort((a, b) => a - b);
	plan.pitch = gaps[gaps.length >> 1] || 1;
	return plan;
}

function unfold(plan: Plan, row: Schema['DocumentRow'], section: number): void {
	const first = row.seat - 1;
	const at = plan.rows.length;
	plan.rows.push({ section, name: row.name, first, count: row.count });
	let x = row.x[0]!;
	let y = row.y[0]!;
	for (let k = 0; k < row.count; k++) {
		if (k > 0) {
			x += step(row.x, k);
			y += step(row.y, k);
		}
		const seat = first + k;
		plan.x[seat] = x;
		plan.y[seat] = y;
		plan.row[seat] = at;
		plan.number[seat] = row.number + k * row.step;
	}
	let k = 0;
	for (let i = 0; i < row.tiers.length; i += 2) {
		const run = row.tiers[i + 1] ?? row.count - k;
		plan.tier.fill(row.tiers[i]!, first + k, first + k + run);
		k += run;
	}
	for (const [list, mark] of [
		[row.accessible, accessible],
		[row.companion, companion],
		[row.obstructed_view, obstructed],
		[row.aisle_after, aisle]
	] as const) {
		for (const i of list ?? []) plan.marks[first + i] = plan.marks[first + i]! | mark;
	}
}

/** What lies between seat k-1 and seat k of a row. */
function step(list: number[], k: number): number {
	return list.length === 1 ? 0 : list[Math.min(k, list.length - 1)]!;
}

/** Where a seat is, as a ticket says it: section, row and number, as far as they have names. */
export function placeOf(plan: Plan, seat: number): { section: string; row: string; number: number } {
	const row = plan.rows[plan.row[seat]!]!;
	return { section: plan.sections[row.section]!.name, row: row.name, number: plan.number[seat]! };
}
