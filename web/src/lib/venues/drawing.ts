import type { Schema } from '$lib/api/client';
import { accessible, aisle, companion, obstructed, planOf, type Plan, type Row as PlanRow } from '$lib/seats/plan';

/** The API's names of the marks. */
export const markNames = [
	['accessible', accessible],
	['companion', companion],
	['obstructed_view', obstructed],
	['aisle_after', aisle]
] as const;

/**
 * A row that is being drawn: its seats in the order of their numbers, which rise
 * by `step` from `number`.
 */
export interface Row {
	readonly name: string;
	readonly number: number;
	readonly step: number;
	readonly x: readonly number[];
	readonly y: readonly number[];
	/** Which category each seat has, as an index of the drawing's tiers. */
	readonly tier: readonly number[];
	/** Bits of accessible, companion, obstructed, aisle. */
	readonly marks: readonly number[];
}

export interface Section {
	/** Of the page, for lists and for what is selected. */
	readonly key: number;
	readonly name: string;
	readonly rows: readonly Row[];
}

/**
 * A seating plan that is being drawn. Nothing in it is changed in place: each
 * step is another drawing that shares what stayed with the one before, so that
 * steps can be taken back, and what is saved is known by what it is.
 */
export interface Drawing {
	readonly tiers: readonly string[];
	readonly sections: readonly Section[];
}

let keys = 0;
export const nextKey = () => ++keys;

/** Limits of a plan, as the API has them. */
export const limits = { seats: 50_000, sections: 500, rows: 500, rowSeats: 500, number: 9_999, name: 80, rowName: 20, tiers: 50 } as const;

export const emptyDrawing: Drawing = { tiers: [], sections: [] };

/** A stored plan, to go on drawing. */
export function drawingOf(layout: Schema['Document']): Drawing {
	const plan = planOf({ ...layout, event_id: '', seat_id_prefix: '', tier_ids: {} });
	let r = 0;
	const rowOf = (row: Schema['DocumentRow']): Row => {
		const { first, count } = plan.rows[r++]!;
		const marks = Array.from(plan.marks.subarray(first, first + count));
		return {
			name: row.name,
			number: row.number,
			step: row.step,
			x: Array.from(plan.x.subarray(first, first + count)),
			y: Array.from(plan.y.subarray(first, first + count)),
			tier: Array.from(plan.tier.subarray(first, first + count)),
			marks
		};
	};
	return { tiers: layout.tiers, sections: layout.sections.map((s) => ({ key: nextKey(), name: s.name, rows: s.rows.map(rowOf) })) };
}

/** How many seats there are. */
export function countOf(what: { readonly rows: readonly Row[] } | Drawing): number {
	if ('sections' in what) return what.sections.reduce((n, s) => n + countOf(s), 0);
	return what.rows.reduce((n, r) => n + r.x.length, 0);
}

/** How many seats each category has. */
export function tierCounts(d: Drawing): number[] {
	const counts = d.tiers.map(() => 0);
	for (const s of d.sections) for (const r of s.rows) for (const t of r.tier) counts[t]!++;
	return counts;
}

/** A drawing as the map shows it. Its seats are numbered through, in the order of the plan. */
export function unfolded(d: Drawing): Plan {
	const count = countOf(d);
	const plan: Plan = {
		count,
		x: new Float32Array(count),
		y: new Float32Array(count),
		tier: new Uint8Array(count),
		marks: new Uint8Array(count),
		number: new Uint16Array(count),
		row: new Uint16Array(count),
		rows: [],
		sections: [],
		tiers: d.tiers.map((name) => ({ id: name, name })),
		pitch: 1,
		id: String,
		index: Number
	};
	const gaps: number[] = [];
	let seat = 0;
	d.sections.forEach((s, section) => {
		plan.sections.push({ name: s.name, firstRow: plan.rows.length, rows: s.rows.length });
		for (const r of s.rows) {
			const at: PlanRow = { section, name: r.name, first: seat, count: r.x.length };
			plan.x.set(r.x, seat);
			plan.y.set(r.y, seat);
			plan.tier.set(r.tier, seat);
			plan.marks.set(r.marks, seat);
			plan.row.fill(plan.rows.length, seat, seat + at.count);
			for (let k = 0; k < at.count; k++) plan.number[seat + k] = r.number + k * r.step;
			if (at.count > 1) gaps.push(Math.hypot(r.x[1]! - r.x[0]!, r.y[1]! - r.y[0]!));
			plan.rows.push(at);
			seat += at.count;
		}
	});
	gaps.sort((a, b) => a - b);
	plan.pitch = gaps[gaps.length >> 1] || 50;
	return plan;
}

/** The places of a section's seats in the unfolded plan. */
export function seatsOf(plan: Plan, section: number): number[] {
	const s = plan.sections[section];
	if (!s) return [];
	const [first, last] = [plan.rows[s.firstRow]!, plan.rows[s.firstRow + s.rows - 1]!];
	return Array.from({ length: last.first + last.count - first.first }, (_, k) => first.first + k);
}

/** Where a seat of the unfolded plan stands in the drawing. */
export interface Spot {
	section: number;
	row: number;
	seat: number;
}

/** Finds a seat by its place in the unfolded plan. */
export function spotOf(plan: Plan, seat: number): Spot {
	const row = plan.row[seat]!;
	const { section, first } = plan.rows[row]!;
	return { section, row: row - plan.sections[section]!.firstRow, seat: seat - first };
}

/** What the API is sent. Positions are whole numbers there. */
export function sectionsOf(d: Drawing): Schema['Section'][] {
	return d.sections.map((s) => ({
		name: s.name.trim(),
		rows: s.rows.map((r) => ({
			name: r.name.trim(),
			seats: r.x.map((x, k) => {
				const seat: Schema['Seat'] = { number: r.number + k * r.step, tier: d.tiers[r.tier[k]!]!, x: Math.round(x), y: Math.round(r.y[k]!) };
				for (const [name, bit] of markNames) if (r.marks[k]! & bit) seat[name] = true;
				return seat;
			})
		}))
	}));
}
