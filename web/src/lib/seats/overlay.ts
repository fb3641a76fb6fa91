import { seats as t } from '$lib/translations/seats';
import type { Grid } from './grid';
import type { Look } from './look';
import type { Plan } from './plan';
import { toPlan, toScreen, type Size, type View } from './view';

/** How large a seat must be, in pixels, to be hit by a finger; from there on rows have names. */
export const touchable = 20;
/** How many chosen seats are drawn one by one. */
const few = 60;

/** What is drawn over the seats, and where to. */
export interface Frame {
	paint: CanvasRenderingContext2D;
	plan: Plan;
	grid: Grid;
	view: View;
	size: Size;
	look: Look;
}

/** Where a section is written when it is too small to be read otherwise. */
export interface SectionLabel {
	name: string;
	x: number;
	y: number;
}

/** Returns a label for each section: above the middle of its seats. */
export function sectionLabels(plan: Plan): SectionLabel[] {
	return plan.sections.map((section) => {
		let [left, right, top] = [Infinity, -Infinity, Infinity];
		for (let r = section.firstRow; r < section.firstRow + section.rows; r++) {
			const row = plan.rows[r]!;
			for (const i of [row.first, row.first + row.count - 1]) {
				left = Math.min(left, plan.x[i]!);
				right = Math.max(right, plan.x[i]!);
				top = Math.min(top, plan.y[i]!);
			}
		}
		return { name: section.name, x: (left + right) / 2, y: top };
	});
}

/** How many pixels apart neighbours are. */
const pitchOf = (f: Frame) => f.plan.pitch * f.view.zoom;
const screen = (f: Frame, seat: number) => toScreen(f.view, f.size, f.plan.x[seat]!, f.plan.y[seat]!);

/** Draws the seats that were chosen, in the order of the plan. */
export function drawChosen(f: Frame, chosen: Uint32Array): void {
	if (chosen.length <= few) for (const seat of chosen) box(f, seat);
	else if (pitchOf(f) >= touchable) crowdNear(f, chosen);
	else crowdFar(f, chosen);
}

/** Draws one seat that was chosen: dark, with a hook in it. */
function box(f: Frame, seat: number): void {
	const { paint, look } = f;
	const [x, y] = screen(f, seat);
	const half = Math.max(4, pitchOf(f) * 0.48);
	paint.fillStyle = look.ink;
	paint.beginPath();
	paint.roundRect(x - half, y - half, 2 * half, 2 * half, half * 0.5);
	paint.fill();
	hooks(f, half, [[x, y]]);
}

function hooks({ paint, look }: Frame, half: number, places: readonly (readonly [number, number])[]): void {
	paint.strokeStyle = look.ground;
	paint.lineWidth = Math.max(1.5, half * 0.2);
	paint.beginPath();
	for (const [x, y] of places) {
		paint.moveTo(x - half * 0.45, y + half * 0.05);
		paint.lineTo(x - half * 0.1, y + half * 0.4);
		paint.lineTo(x + half * 0.5, y - half * 0.35);
	}
	paint.stroke();
}

/** Returns a check for whether a seat is in sight, or nearly. */
function inSight(f: Frame): (seat: number) => boolean {
	const pitch = pitchOf(f);
	const [left, top] = toPlan(f.view, f.size, -pitch, -pitch);
	const [right, bottom] = toPlan(f.view, f.size, f.size.width + pitch, f.size.height + pitch);
	const { x, y } = f.plan;
	return (seat) => x[seat]! >= left && x[seat]! <= right && y[seat]! >= top && y[seat]! <= bottom;
}

/** Many chosen seats, of which those in sight are large. */
function crowdNear(f: Frame, chosen: Uint32Array): void {
	const { paint, look } = f;
	const half = pitchOf(f) * 0.48;
	const seen = inSight(f);
	const places: [number, number][] = [];
	paint.fillStyle = look.ink;
	paint.beginPath();
	for (const seat of chosen) {
		if (!seen(seat)) continue;
		const [x, y] = screen(f, seat);
		paint.roundRect(x - half, y - half, 2 * half, 2 * half, half * 0.5);
		places.push([x, y]);
	}
	paint.fill();
	hooks(f, half, places);
}

/** Many chosen seats from afar: a bar for neighbours in a row, because thousands of single ones take too long. */
function crowdFar(f: Frame, chosen: Uint32Array): void {
	const { paint, look } = f;
	const seen = inSight(f);
	paint.strokeStyle = look.ink;
	paint.beginPath();
	let n: number;
	for (let i = 0; i < chosen.length; i += n) {
		const seat = chosen[i]!;
		n = stretch(f.plan, chosen, i);
		if (n === 1 && !seen(seat)) continue;
		const every = Math.max(1, n >> 3);
		for (let k = 0; k < n; k = k < n - 1 ? Math.min(n - 1, k + every) : n) {
			const at = screen(f, seat + k);
			if (k === 0) paint.moveTo(...at);
			if (k > 0 || n === 1) paint.lineTo(...at);
		}
	}
	paint.lineWidth = Math.max(2, pitchOf(f) * 0.9);
	paint.lineCap = 'square';
	paint.lineJoin = 'round';
	paint.stroke();
	paint.lineCap = 'butt';
}

/** Returns how many chosen seats from the i-th on stand beside each other. */
function stretch(plan: Plan, chosen: Uint32Array, i: number): number {
	const first = chosen[i]!;
	const far = (plan.pitch * 1.6) ** 2;
	let n = 1;
	for (; i + n < chosen.length && chosen[i + n] === first + n && plan.row[first + n] === plan.row[first]; n++) {
		if ((plan.x[first + n]! - plan.x[first + n - 1]!) ** 2 + (plan.y[first + n]! - plan.y[first + n - 1]!) ** 2 > far) break;
	}
	return n;
}

/** Draws a ring around the seat that the arrow keys have come to. */
export function drawCursor(f: Frame, seat: number): void {
	const { paint, look } = f;
	const [x, y] = screen(f, seat);
	const half = Math.max(7, pitchOf(f) * 0.58);
	paint.strokeStyle = look.focus;
	paint.lineWidth = 3;
	paint.beginPath();
	paint.roundRect(x - half, y - half, 2 * half, 2 * half, half * 0.5);
	paint.stroke();
}

/** Writes the names of sections from afar, of rows from near. */
export function drawNames(f: Frame, labels: readonly SectionLabel[]): void {
	const { paint, plan, look } = f;
	const pitch = pitchOf(f);
	paint.lineJoin = 'round';
	paint.strokeStyle = look.ground;
	paint.lineWidth = 4;
	if (pitch < touchable) {
		paint.textAlign = 'center';
		paint.textBaseline = 'bottom';
		paint.font = '700 14px "Figtree Variable", sans-serif';
		paint.fillStyle = look.ink;
		for (const l of labels) text(f, l.name, ...toScreen(f.view, f.size, l.x, l.y - plan.pitch * 0.7));
		return;
	}
	paint.textAlign = 'right';
	paint.textBaseline = 'middle';
	paint.font = '600 12px "Figtree Variable", sans-serif';
	paint.fillStyle = look.soft;
	for (const row of plan.rows) {
		// At its first seat, or at the first that can be seen.
		const first = firstInSight(f, row.first, row.first + row.count - 1);
		if (first < 0) continue;
		const [x, y] = screen(f, first);
		text(f, row.name, Math.max(x - pitch * 0.6, 18), y);
	}
}

/** Returns the first seat of a row that lies on the screen; -1: none. */
function firstInSight({ plan, view, size }: Frame, first: number, last: number): number {
	const half = [size.width / 2 / view.zoom, size.height / 2 / view.zoom] as const;
	const away = Math.max(Math.abs(plan.x[first]! - view.x), Math.abs(plan.x[last]! - view.x), Math.abs(plan.y[first]! - view.y));
	if (away > half[0] + half[1] + Math.abs(plan.x[last]! - plan.x[first]!) * 2) return -1;
	for (let i = first; i <= last; i++) if (Math.abs(plan.x[i]! - view.x) < half[0] && Math.abs(plan.y[i]! - view.y) < half[1]) return i;
	return -1;
}

/** Draws where people look to. Plans measure how far away from it seats are. */
export function drawStage(f: Frame): void {
	const { paint, plan, grid, view, size, look } = f;
	const high = Math.max(16, plan.pitch * 1.4 * view.zoom);
	const [x, front] = toScreen(view, size, (grid.left + grid.right) / 2, grid.top - plan.pitch * 1.2);
	// From afar the name of the first section stands between.
	const y = front - (pitchOf(f) < touchable ? 18 : 0);
	const wide = Math.max(90, (grid.right - grid.left) * 0.36 * view.zoom);
	if (y < 0 || y - high > size.height) return;
	paint.fillStyle = look.taken;
	paint.beginPath();
	paint.roundRect(x - wide / 2, y - high, wide, high, Math.min(10, high / 2));
	paint.fill();
	paint.fillStyle = look.ink;
	paint.textAlign = 'center';
	paint.textBaseline = 'middle';
	paint.font = '600 13px "Figtree Variable", sans-serif';
	paint.fillText(t('map.stage'), x, y - high / 2);
}

function text({ paint, size }: Frame, t: string, x: number, y: number): void {
	if (x < -200 || x > size.width + 200 || y < -20 || y > size.height + 20) return;
	paint.strokeText(t, x, y);
	paint.fillText(t, x, y);
}
