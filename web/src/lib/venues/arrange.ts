import { accessible, companion } from '$lib/seats/plan';
import type { Box } from '$lib/seats/view';
import { aisle } from '$lib/seats/plan';
import { nextKey, type Drawing, type Row, type Section, type Spot } from './drawing';
import { bent, radiusOf } from './generator';

/** What can be done to a drawing: each returns another one, and changes none. */

type Rows = { readonly rows: readonly Row[] };

/** The rectangle that seats lie in, undefined when there are none. */
export function boundsOf(sections: readonly Rows[]): Box | undefined {
	const box: Box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
	for (const s of sections) {
		for (const r of s.rows) {
			for (let k = 0; k < r.x.length; k++) {
				const [x, y] = [r.x[k]!, r.y[k]!];
				if (x < box.left) box.left = x;
				if (x > box.right) box.right = x;
				if (y < box.top) box.top = y;
				if (y > box.bottom) box.bottom = y;
			}
		}
	}
	return box.left <= box.right ? box : undefined;
}

export interface Point {
	x: number;
	y: number;
}

/** The point that a section is turned around and whose place is said: the middle of its seats, which turning leaves where it is. */
export function middleOf(section: Rows): Point {
	let [x, y, n] = [0, 0, 0];
	for (const r of section.rows) {
		for (let k = 0; k < r.x.length; k++) {
			x += r.x[k]!;
			y += r.y[k]!;
		}
		n += r.x.length;
	}
	return n ? { x: x / n, y: y / n } : { x: 0, y: 0 };
}

/**
 * How far a section is turned, in degrees from -180 to 180, clockwise as one
 * sees it: the way from the left end of its rows to the right end, where the
 * stage lies above. Rows whose numbers rise to the left go the other way; the
 * rows behind the first one tell left from right.
 */
export function angleOf(section: Rows): number {
	const [first, last] = [section.rows[0], section.rows.at(-1)];
	if (!first || !last) return 0;
	const longest = section.rows.reduce((a, b) => (b.x.length > a.x.length ? b : a));
	const n = longest.x.length - 1;
	let [dx, dy] = [longest.x[n]! - longest.x[0]!, longest.y[n]! - longest.y[0]!];
	const back = { x: mean(last.x) - mean(first.x), y: mean(last.y) - mean(first.y) };
	if (first !== last) {
		// One who looks at the stage has what is behind at his back: the left end is where that says.
		if (n === 0) [dx, dy] = [back.y, -back.x];
		else if (dx * back.y - dy * back.x < 0) [dx, dy] = [-dx, -dy];
	} else if (dx < 0) [dx, dy] = [-dx, -dy];
	return dx === 0 && dy === 0 ? 0 : tidy((Math.atan2(dy, dx) * 180) / Math.PI);
}

const mean = (list: readonly number[]) => list.reduce((a, b) => a + b, 0) / list.length;

/** An angle without what rounding left, from -180 (not it) to 180. */
export function tidy(degrees: number): number {
	const n = Math.round((((degrees % 360) + 540) % 360) * 10) / 10 - 180;
	return n === -180 ? 180 : n === 0 ? 0 : n;
}

function mapped(section: Section, to: (x: number, y: number) => [number, number]): Section {
	return {
		...section,
		rows: section.rows.map((r) => {
			const at = r.x.map((x, k) => to(x, r.y[k]!));
			return { ...r, x: at.map((p) => p[0]), y: at.map((p) => p[1]) };
		})
	};
}

export function moved(section: Section, dx: number, dy: number): Section {
	return mapped(section, (x, y) => [x + dx, y + dy]);
}

export function turned(section: Section, degrees: number, about: Point = middleOf(section)): Section {
	const a = (degrees * Math.PI) / 180;
	const [sin, cos] = [Math.sin(a), Math.cos(a)];
	return mapped(section, (x, y) => [about.x + (x - about.x) * cos - (y - about.y) * sin, about.y + (x - about.x) * sin + (y - about.y) * cos]);
}

/** How wide the seats, how deep the rows of a section are, and how far it is bent, as it is. */
export interface Shape {
	width: number;
	depth: number;
	bend: number;
}

export function shapeOf(section: Section): Shape {
	const level = turned(section, -angleOf(section));
	const steps: number[] = [];
	for (const r of level.rows) for (let k = 1; k < r.x.length; k++) steps.push(Math.hypot(r.x[k]! - r.x[k - 1]!, r.y[k]! - r.y[k - 1]!));
	const deep: number[] = [];
	for (let i = 1; i < level.rows.length; i++) deep.push(Math.abs(highest(level.rows[i]!) - highest(level.rows[i - 1]!)));
	const front = level.rows[0];
	const n = (front?.x.length ?? 0) - 1;
	let bend = 0;
	if (front && n > 1) {
		// The circle through the ends of the first row and a seat between says how far it goes round.
		const m = n >> 1;
		const apart = (i: number, j: number) => Math.hypot(front.x[i]! - front.x[j]!, front.y[i]! - front.y[j]!);
		const [a, b] = [apart(0, m), apart(m, n)];
		const area = ((front.x[m]! - front.x[0]!) * (front.y[n]! - front.y[0]!) - (front.x[n]! - front.x[0]!) * (front.y[m]! - front.y[0]!)) / 2;
		const comes = front.y[m]! - (front.y[0]! + front.y[n]!) / 2;
		if (comes > 1) bend = (2 * Math.asin(Math.min(1, (2 * Math.abs(area)) / (a * b))) * 180) / Math.PI;
	}
	return { width: Math.round(median(steps)) || 55, depth: Math.round(median(deep)) || 90, bend: Math.min(180, Math.round(bend)) };
}

/** Where the middle of a row is, away from the stage. */
const highest = (r: Row) => r.y.reduce((a, b) => (b > a ? b : a), -Infinity);

function median(list: number[]): number {
	list.sort((a, b) => a - b);
	return list[list.length >> 1] ?? 0;
}

/** Sets the seats of a section out anew, in place and as far turned as it is; an aisle is as wide as a seat. */
export function shaped(section: Section, shape: Shape): Section {
	const [angle, middle] = [angleOf(section), middleOf(section)];
	const level = turned(section, -angle, middle);
	let radius = Infinity;
	const rows = level.rows.map((r, i) => {
		const rising = r.x.length < 2 || r.x.at(-1)! >= r.x[0]!;
		let at = 0;
		const along = r.x.map((_, k) => {
			if (k > 0) at += r.marks[k - 1]! & aisle ? 2 * shape.width : shape.width;
			return at;
		});
		const half = at / 2;
		if (i === 0) radius = radiusOf(Math.max(at, shape.width), shape.bend);
		const to = along.map((o) => bent(rising ? o - half : half - o, i * shape.depth, radius));
		return { ...r, x: to.map((p) => p[0]), y: to.map((p) => p[1]) };
	});
	const level2 = { ...section, rows };
	const now = middleOf(level2);
	return turned(moved(level2, middle.x - now.x, middle.y - now.y), angle, middle);
}

/** A row whose numbers begin elsewhere, or rise otherwise. */
export function renumbered(row: Row, number: number, step: number): Row {
	return { ...row, number, step };
}

/** A row whose numbers rise the other way. */
export function reversed(row: Row): Row {
	const n = row.x.length;
	const back = <T>(list: readonly T[]) => [...list].reverse();
	const marks = back(row.marks).map((m) => m & ~aisle);
	for (let k = 0; k < n - 1; k++) if (row.marks[n - 2 - k]! & aisle) marks[k] = marks[k]! | aisle;
	return { ...row, x: back(row.x), y: back(row.y), tier: back(row.tier), marks };
}

/** A drawing in which each of some sections is changed. */
export function withSections(d: Drawing, which: readonly Section[], change: (s: Section) => Section): Drawing {
	const keys = new Set(which.map((s) => s.key));
	return { ...d, sections: d.sections.map((s) => (keys.has(s.key) ? change(s) : s)) };
}

export function withRow(d: Drawing, section: Section, row: number, change: (r: Row) => Row): Drawing {
	return withSections(d, [section], (s) => ({ ...s, rows: s.rows.map((r, i) => (i === row ? change(r) : r)) }));
}

/** Adds sections behind what there is, below it. */
export function added(d: Drawing, sections: readonly Section[], gap: number): Drawing {
	const [there, here] = [boundsOf(d.sections), boundsOf(sections)];
	if (!there || !here) return { ...d, sections: [...d.sections, ...sections] };
	const [dx, dy] = [(there.left + there.right - here.left - here.right) / 2, there.bottom + gap - here.top];
	return { ...d, sections: [...d.sections, ...sections.map((s) => moved(s, dx, dy))] };
}

export function without(d: Drawing, ...keys: readonly number[]): Drawing {
	return { ...d, sections: d.sections.filter((s) => !keys.includes(s.key)) };
}

/** The best section comes first: one earlier or later. */
export function reordered(d: Drawing, key: number, by: -1 | 1): Drawing {
	const i = d.sections.findIndex((s) => s.key === key);
	const j = i + by;
	if (i < 0 || j < 0 || j >= d.sections.length) return d;
	const sections = [...d.sections];
	[sections[i], sections[j]] = [sections[j]!, sections[i]!];
	return { ...d, sections };
}

/** The same section once more beside it, under another name. */
export function doubled(section: Section, name: string): Section {
	const box = boundsOf([section])!;
	return { ...moved(section, box.right - box.left + 150, 0), key: nextKey(), name };
}

/** A name that no section has yet: "Balcony 2". */
export function freeName(d: Drawing, name: string): string {
	const taken = new Set(d.sections.map((s) => s.name));
	if (!taken.has(name)) return name;
	const stem = name.replace(/ \d+$/, '');
	for (let n = 2; ; n++) if (!taken.has(`${stem} ${n}`)) return `${stem} ${n}`;
}

/** A drawing that has a category of this name, and which one that is. */
export function withTier(d: Drawing, name: string): { drawing: Drawing; tier: number } {
	const tier = d.tiers.indexOf(name);
	return tier >= 0 ? { drawing: d, tier } : { drawing: { ...d, tiers: [...d.tiers, name] }, tier: d.tiers.length };
}

/** Calls a category otherwise; one that there is already takes its seats over. */
export function tierRenamed(d: Drawing, tier: number, name: string): Drawing {
	const other = d.tiers.indexOf(name);
	if (other === tier) return d;
	if (other < 0) return { ...d, tiers: d.tiers.map((t, i) => (i === tier ? name : t)) };
	return tierRemoved(
		eachRow(d, (r) => (r.tier.includes(tier) ? { ...r, tier: r.tier.map((t) => (t === tier ? other : t)) } : r)),
		tier
	);
}

/** Takes a category away that no seat has. */
export function tierRemoved(d: Drawing, tier: number): Drawing {
	const shifted = eachRow(d, (r) => (r.tier.some((t) => t > tier) ? { ...r, tier: r.tier.map((t) => (t > tier ? t - 1 : t)) } : r));
	return { ...shifted, tiers: d.tiers.filter((_, i) => i !== tier) };
}

function eachRow(d: Drawing, change: (r: Row) => Row): Drawing {
	return {
		...d,
		sections: d.sections.map((s) => {
			const rows = s.rows.map(change);
			return rows.every((r, i) => r === s.rows[i]) ? s : { ...s, rows };
		})
	};
}

/** Changes the rows in which seats are meant; `seats` are their places in the row, lowest first. */
function changed(d: Drawing, spots: readonly Spot[], change: (r: Row, seats: readonly number[]) => Row | undefined): Drawing {
	const rows = new Map<string, number[]>();
	for (const { section, row, seat } of spots) {
		const key = `${section} ${row}`;
		const list = rows.get(key);
		if (list) list.push(seat);
		else rows.set(key, [seat]);
	}
	const sections = d.sections.map((s, i) => {
		const next = s.rows.flatMap((r, j) => {
			const seats = rows.get(`${i} ${j}`);
			return seats
				? (change(
						r,
						seats.sort((a, b) => a - b)
					) ?? [])
				: r;
		});
		return next.length === s.rows.length && next.every((r, j) => r === s.rows[j]) ? s : { ...s, rows: next };
	});
	return { ...d, sections: sections.filter((s) => s.rows.length) };
}

const replaced = (list: readonly number[], at: readonly number[], to: (was: number) => number) => {
	const next = [...list];
	for (const k of at) next[k] = to(next[k]!);
	return next;
};

/** Gives seats a category. */
export function retiered(d: Drawing, spots: readonly Spot[], tier: number): Drawing {
	return changed(d, spots, (r, at) => ({ ...r, tier: replaced(r.tier, at, () => tier) }));
}

/** Gives seats a mark, or takes it. A wheelchair space is not beside one, and the last seat of a row has no next one. */
export function marked(d: Drawing, spots: readonly Spot[], mark: number, on: boolean): Drawing {
	const not = mark === accessible ? companion : mark === companion ? accessible : 0;
	return changed(d, spots, (r, at) => {
		const here = mark === aisle ? at.filter((k) => k < r.x.length - 1) : at;
		return { ...r, marks: replaced(r.marks, here, (m) => (on ? (m | mark) & ~not : m & ~mark)) };
	});
}

/**
 * Takes seats away. The numbers of the row close up, since a plan has no holes;
 * across the gap nobody sits beside another, so it becomes an aisle. Rows and
 * sections that lose all seats go with them.
 */
export function seatsRemoved(d: Drawing, spots: readonly Spot[]): Drawing {
	return changed(d, spots, (r, at) => {
		const gone = new Set(at);
		const stay = r.x.map((_, k) => k).filter((k) => !gone.has(k));
		if (!stay.length) return undefined;
		const pick = (list: readonly number[]) => stay.map((k) => list[k]!);
		const marks = stay.map((k, i) => (i < stay.length - 1 && (stay[i + 1]! > k + 1 || r.marks[k]! & aisle) ? r.marks[k]! | aisle : r.marks[k]! & ~aisle));
		return { ...r, x: pick(r.x), y: pick(r.y), tier: pick(r.tier), marks };
	});
}

/** A seat more at the end of a row where the numbers are highest, as far off as the one before. */
export function seatAdded(row: Row): Row {
	const n = row.x.length;
	const step = (list: readonly number[], usual: number) => (n > 1 ? list[n - 1]! - list[n - 2]! : usual);
	return {
		...row,
		x: [...row.x, row.x[n - 1]! + step(row.x, 55)],
		y: [...row.y, row.y[n - 1]! + step(row.y, 0)],
		tier: [...row.tier, row.tier[n - 1]!],
		marks: [...row.marks.slice(0, n - 1), row.marks[n - 1]! & ~aisle, 0]
	};
}

/** Two seats of different sections that stand on each other, or nearly; undefined when there are none. */
export function overlap(d: Drawing, near: number): { one: number; other: number } | undefined {
	const cells = new Map<string, { section: number; x: number; y: number }[]>();
	for (const [i, s] of d.sections.entries()) {
		for (const r of s.rows) {
			for (let k = 0; k < r.x.length; k++) {
				const [x, y] = [r.x[k]!, r.y[k]!];
				const [cx, cy] = [Math.floor(x / near), Math.floor(y / near)];
				for (let a = cx - 1; a <= cx + 1; a++) {
					for (let b = cy - 1; b <= cy + 1; b++) {
						for (const o of cells.get(`${a} ${b}`) ?? []) {
							if (o.section !== i && Math.hypot(o.x - x, o.y - y) < near) return { one: o.section, other: i };
						}
					}
				}
				const cell = cells.get(`${cx} ${cy}`);
				if (cell) cell.push({ section: i, x, y });
				else cells.set(`${cx} ${cy}`, [{ section: i, x, y }]);
			}
		}
	}
	return undefined;
}
