import { Problem, type FieldProblem } from '$lib/api/problem';
import { aisle } from '$lib/seats/plan';
import { limits, nextKey, type Row, type Section } from './drawing';

/** How rows are called: letters, letters that nobody mistakes for a figure, or figures. */
export type Labels = 'letters' | 'clear' | 'numbers';
/** Which numbers the seats of a row have. `split`: odd ones on the left, even ones on the right, from the middle. */
export type Counting = 'all' | 'odd' | 'even' | 'split';
/** Where the lowest number of a row is, as one looks at the stage. */
export type Side = 'left' | 'right';

/** What a section of rows is made from. Lengths are in the units of plans, which are taken for centimetres. */
export interface Spec {
	name: string;
	/** What the halves of a split section are called behind its name. */
	halves: readonly [string, string];
	rows: number;
	/** Seats of the first row, and how many more each row behind it has. */
	seats: number;
	more: number;
	labels: Labels;
	/** The place of the first row's label among all, from 0. */
	label: number;
	/** The row that is farthest away has the first label. */
	backwards: boolean;
	counting: Counting;
	side: Side;
	/** The lowest number of a row. */
	first: number;
	/** After how many seats from the left of the first row there is an aisle. */
	aisles: readonly number[];
	/** From seat to seat, and from row to row. */
	width: number;
	depth: number;
	/** How many degrees the first row goes round the stage; 0: it is straight. */
	bend: number;
	/** An index of the drawing's tiers. */
	tier: number;
}

const alphabets = { letters: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', clear: 'ABCDEFGHJKLMNPQRSTUVWXYZ' } as const;

/** The label at a place, from 0: A, B, …, Z, AA, AB, …; or 1, 2, 3, … */
export function labelAt(labels: Labels, place: number): string {
	if (labels === 'numbers') return String(place + 1);
	const alphabet = alphabets[labels];
	let text = '';
	for (let n = place + 1; n > 0; n = Math.floor((n - 1) / alphabet.length)) text = alphabet[(n - 1) % alphabet.length]! + text;
	return text;
}

/** The place of a label, or undefined when it is not one of these. */
export function placeOfLabel(labels: Labels, label: string): number | undefined {
	const text = label.trim().toUpperCase();
	if (labels === 'numbers') return /^[1-9]\d{0,3}$/.test(text) ? Number(text) - 1 : undefined;
	const alphabet: string = alphabets[labels];
	if (!text || text.length > 3 || [...text].some((c) => !alphabet.includes(c))) return undefined;
	return [...text].reduce((n, c) => n * alphabet.length + alphabet.indexOf(c) + 1, 0) - 1;
}

const splits = (spec: Spec) => spec.counting === 'split';

/** How many seats a row has, from 0. */
const seatsIn = (spec: Spec, row: number) => spec.seats + spec.more * row;

/** How many seats the section would have. */
export function seatsOf(spec: Pick<Spec, 'rows' | 'seats' | 'more'>): number {
	return spec.rows * spec.seats + (spec.more * spec.rows * (spec.rows - 1)) / 2;
}

/** After which seats of a row, counted from the left, there is an aisle: those of the first row, straight on. */
function aislesOf(spec: Spec, row: number): Set<number> {
	const n = seatsIn(spec, row);
	const shift = Math.floor((n - spec.seats) / 2);
	const at = spec.aisles.map((a) => a + shift);
	if (splits(spec)) at.push(Math.ceil(n / 2));
	return new Set(at.filter((a) => a > 0 && a < n));
}

/** How far from the middle of its row each seat is; an aisle is as wide as a seat. */
function offsets(seats: number, aisles: ReadonlySet<number>, width: number): number[] {
	const list: number[] = [];
	let at = 0;
	for (let k = 0; k < seats; k++) {
		list.push(at);
		at += aisles.has(k + 1) ? 2 * width : width;
	}
	const middle = list.at(-1)! / 2;
	return list.map((o) => o - middle);
}

/** Where something is that lies `along` the row from its middle, in a row so far behind the first. */
export function bent(along: number, behind: number, radius: number): [number, number] {
	if (!Number.isFinite(radius)) return [along, behind];
	const r = radius + behind;
	return [r * Math.sin(along / r), r * Math.cos(along / r) - radius];
}

/** The radius of a first row of this length that goes so many degrees round the stage. */
export function radiusOf(length: number, bend: number): number {
	return bend > 0 ? length / ((bend * Math.PI) / 180) : Infinity;
}

/** A row from the left to the right, before it is numbered. */
interface Line {
	x: number[];
	y: number[];
	/** Whether an aisle lies to the right of a seat. */
	aisle: boolean[];
}

function numbered(line: Line, from: Side, number: number, step: number, name: string, tier: number): Row {
	const n = line.x.length;
	// What lies to the right of a seat lies after it, or before it when numbers rise to the left.
	const marks = line.aisle.map((_, k) => ((from === 'left' ? line.aisle[k] : k < n - 1 && line.aisle[n - 2 - k]) ? aisle : 0));
	if (n > 0) marks[n - 1] = 0;
	const way = <T>(list: T[]) => (from === 'left' ? list : [...list].reverse());
	return { name, number, step, x: way(line.x), y: way(line.y), tier: line.x.map(() => tier), marks };
}

/**
 * The sections that a spec means: one, or two when it is split. The middle of
 * the first row is at 0, 0; the stage lies above it.
 */
export function generate(spec: Spec): Section[] {
	const first = offsets(spec.seats, aislesOf(spec, 0), spec.width);
	const radius = radiusOf(Math.max(first.at(-1)! - first[0]!, spec.width), spec.bend);
	const left: Row[] = [];
	const right: Row[] = [];
	for (let i = 0; i < spec.rows; i++) {
		const aisles = aislesOf(spec, i);
		const n = seatsIn(spec, i);
		const at = offsets(n, aisles, spec.width).map((o) => bent(o, i * spec.depth, radius));
		const name = labelAt(spec.labels, spec.label + (spec.backwards ? spec.rows - 1 - i : i));
		const line = (from: number, to: number): Line => ({
			x: at.slice(from, to).map((p) => p[0]),
			y: at.slice(from, to).map((p) => p[1]),
			aisle: at.slice(from, to).map((_, k) => aisles.has(from + k + 1))
		});
		if (splits(spec)) {
			const half = Math.ceil(n / 2);
			left.push(numbered(line(0, half), 'right', 1, 2, name, spec.tier));
			right.push(numbered(line(half, n), 'left', 2, 2, name, spec.tier));
		} else {
			left.push(numbered(line(0, n), spec.side, spec.first, spec.counting === 'all' ? 1 : 2, name, spec.tier));
		}
	}
	if (!splits(spec)) return [{ key: nextKey(), name: spec.name, rows: left }];
	return [
		{ key: nextKey(), name: `${spec.name} ${spec.halves[0]}`, rows: left },
		{ key: nextKey(), name: `${spec.name} ${spec.halves[1]}`, rows: right }
	];
}

/** A section as it is typed: everything is text until it is read. */
export interface Typed {
	name: string;
	category: string;
	rows: string;
	seats: string;
	more: string;
	labels: Labels;
	label: string;
	backwards: boolean;
	counting: Counting;
	side: Side;
	first: string;
	aisles: string;
	width: string;
	depth: string;
	bend: string;
}

/** What one begins with. */
export function newSection(name: string, category: string): Typed {
	return {
		name,
		category,
		rows: '10',
		seats: '20',
		more: '0',
		labels: 'letters',
		label: 'A',
		backwards: false,
		counting: 'all',
		side: 'left',
		first: '1',
		aisles: '',
		width: '55',
		depth: '90',
		bend: '0'
	};
}

/** Limits of what can be typed, beside those of plans. */
export const lengths = { least: 20, most: 1000 } as const;
export const mostBend = 180;

/** What was typed as a spec, without its category; or what is wrong with it, by the names of `Typed`. */
export function readSpec(typed: Typed, halves: readonly [string, string]): { spec?: Spec; problem?: Problem } {
	const wrong: FieldProblem[] = [];
	const add = (field: keyof Typed, code: string) => wrong.push({ field, code, message: '' });
	const number = (field: 'rows' | 'seats' | 'more' | 'first' | 'width' | 'depth' | 'bend', least: number, most: number): number => {
		const text = typed[field].trim();
		if (!/^-?\d{1,6}$/.test(text)) add(field, text ? 'bad_format' : 'required');
		else if (Number(text) < least || Number(text) > most) add(field, 'out_of_range');
		else return Number(text);
		return least;
	};
	const name = (field: 'name' | 'category') => {
		const text = typed[field].trim();
		if (!text) add(field, 'required');
		else if ([...text].length > limits.name) add(field, 'too_long');
		return text;
	};
	const split = typed.counting === 'split';
	const step = typed.counting === 'all' ? 1 : 2;
	const spec: Spec = {
		name: name('name'),
		halves,
		rows: number('rows', 1, limits.rows),
		seats: number('seats', split ? 2 : 1, limits.rowSeats),
		more: number('more', -20, 20),
		labels: typed.labels,
		label: placeOfLabel(typed.labels, typed.label) ?? -1,
		backwards: typed.backwards,
		counting: typed.counting,
		side: typed.side,
		first: split ? 1 : number('first', 1, limits.number),
		aisles: [],
		width: number('width', lengths.least, lengths.most),
		depth: number('depth', lengths.least, lengths.most),
		bend: number('bend', 0, mostBend),
		tier: 0
	};
	name('category');
	if (spec.label < 0) add('label', typed.label.trim() ? 'bad_format' : 'required');
	if (!wrong.length) {
		const last = seatsIn(spec, spec.rows - 1);
		if (last < (split ? 2 : 1) || last > limits.rowSeats) add('more', 'out_of_range');
		if (seatsOf(spec) > limits.seats) add('rows', 'too_many');
		if (typed.counting === 'odd' && spec.first % 2 === 0) add('first', 'not_odd');
		if (typed.counting === 'even' && spec.first % 2 === 1) add('first', 'not_even');
		if (spec.first + (Math.max(spec.seats, last) - 1) * step > limits.number) add('first', 'out_of_range');
	}
	const aisles = typed.aisles.split(/[\s,;]+/).filter(Boolean);
	if (aisles.some((a) => !/^\d{1,3}$/.test(a))) add('aisles', 'bad_format');
	else if (aisles.some((a) => Number(a) < 1 || Number(a) >= spec.seats)) add('aisles', 'out_of_range');
	else spec.aisles = [...new Set(aisles.map(Number))].sort((a, b) => a - b);
	return wrong.length ? { problem: new Problem('invalid_request', 422, '', wrong) } : { spec };
}
