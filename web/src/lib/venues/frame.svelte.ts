import type { Look } from '$lib/seats/look';
import { placeOf } from '$lib/seats/plan';
import type { Hand } from '$lib/seats/hand';
import { toScreen, type Box, type Size, type View } from '$lib/seats/view';
import { seats as seatWords } from '$lib/translations/seats';
import { venues as t } from '$lib/translations/venues';
import type { Point } from './arrange';
import type { Board, Grip } from './grip.svelte';
import type { Planner } from './planner.svelte';

/** How far a frame must be drawn to be one, in pixels: whoever taps draws a little. */
const slack = 5;

/**
 * The hand that draws a frame around what is to be chosen: with the Shift key,
 * or without it while frames are switched on. By keyboard two seats are its
 * corners. What is in it is chosen besides what was; sections, or seats, by what
 * one works on. The rest is left to the grip.
 */
export class Frame implements Hand {
	#planner: Planner;
	#grip: Grip;
	#board: () => Board | undefined;
	/** What is being drawn; `begun` when it is more than a tap. */
	#drawn: { from: Point; to: Point; slack: number; begun: boolean } | undefined;
	/** The seat that is its first corner, by keyboard, and the one where one is. */
	#corner = -1;
	#at = -1;

	constructor(planner: Planner, grip: Grip, board: () => Board | undefined) {
		this.#planner = planner;
		this.#grip = grip;
		this.#board = board;
	}

	press(x: number, y: number, reach: number, e: PointerEvent): boolean {
		const p = this.#planner;
		if (p.trying || !(e.shiftKey || p.framing)) return this.#grip.press(x, y, reach, e);
		this.#drawn = { from: { x, y }, to: { x, y }, slack: (reach / 14) * slack, begun: false };
		return true;
	}
	drag(x: number, y: number): void {
		const d = this.#drawn;
		if (!d) {
			this.#grip.drag(x, y);
			return;
		}
		d.to = { x, y };
		d.begun ||= Math.hypot(x - d.from.x, y - d.from.y) >= d.slack;
	}
	release(kept: boolean): void {
		const d = this.#drawn;
		this.#drawn = undefined;
		if (!d) this.#grip.release(kept);
		else if (kept && d.begun) this.#choose(boxOf(d.from, d.to));
	}
	tap(x: number, y: number, reach: number, e: PointerEvent): boolean {
		return this.#grip.tap(x, y, reach, e);
	}

	#choose(box: Box): void {
		const p = this.#planner;
		const found: number[] = [];
		this.#board()?.grid.within(box.left, box.top, box.right, box.bottom, (seat) => found.push(seat));
		if (p.tool === 'seats') {
			p.choose(found);
			this.#board()?.tell(t('say.framed', { n: found.length, all: p.chosen.size }));
			return;
		}
		const sections = new Set(found.map((seat) => p.plan.rows[p.plan.row[seat]!]!.section));
		for (const i of [...sections].sort((a, b) => a - b)) {
			const key = p.drawing.sections[i]!.key;
			if (!p.means(key)) p.join(key);
		}
		p.parted();
		this.#board()?.tell(t('say.sections', { n: p.group.length }));
	}

	key(e: KeyboardEvent, at: number): boolean {
		const p = this.#planner;
		this.#at = at;
		if (p.tool !== 'seats' || p.trying) return this.#grip.key(e);
		if (e.ctrlKey || e.metaKey || e.altKey) return false;
		if (e.key === 'Escape') return this.#escape();
		if (!p.framing || at < 0 || (e.key !== 'Enter' && e.key !== ' ')) return false;
		if (this.#corner < 0) {
			this.#corner = at;
			this.#board()?.tell(t('say.corner', { place: seatWords('seat.place', placeOf(p.plan, at)) }));
			return true;
		}
		const box = this.#corners();
		this.#corner = -1;
		if (box) this.#choose(box);
		return true;
	}
	/** Takes back what is nearest: the corner, then what was chosen. */
	#escape(): boolean {
		const p = this.#planner;
		if (this.#corner >= 0) this.#corner = -1;
		else if (p.chosen.size) p.chosen.clear();
		else return false;
		this.#board()?.tell(t('chosen', { n: p.chosen.size }));
		return true;
	}
	/** Forgets the first corner: a frame around seats is not drawn any more. */
	forget(): void {
		this.#corner = -1;
	}
	/** Where the arrow keys have come to. */
	walked(to: number): void {
		this.#at = to;
	}
	/** What lies between the corners, seats and a little more. */
	#corners(): Box | undefined {
		const plan = this.#planner.plan;
		if (this.#corner < 0 || this.#at < 0 || Math.max(this.#corner, this.#at) >= plan.count) return undefined;
		const at = (seat: number) => ({ x: plan.x[seat]!, y: plan.y[seat]! });
		const box = boxOf(at(this.#corner), at(this.#at));
		const more = plan.pitch * 0.5;
		return { left: box.left - more, top: box.top - more, right: box.right + more, bottom: box.bottom + more };
	}

	draw(paint: CanvasRenderingContext2D, view: View, size: Size, look: Look): void {
		this.#grip.draw(paint, view, size, look);
		const d = this.#drawn;
		const box = d ? (d.begun ? boxOf(d.from, d.to) : undefined) : this.#corners();
		if (!box) return;
		const [x, y] = toScreen(view, size, box.left, box.top);
		const [right, bottom] = toScreen(view, size, box.right, box.bottom);
		paint.fillStyle = paint.strokeStyle = look.focus;
		paint.globalAlpha = 0.12;
		paint.fillRect(x, y, right - x, bottom - y);
		paint.globalAlpha = 1;
		paint.lineWidth = 2;
		paint.setLineDash([6, 4]);
		paint.strokeRect(x, y, right - x, bottom - y);
		paint.setLineDash([]);
	}
}

const boxOf = (a: Point, b: Point): Box => ({ left: Math.min(a.x, b.x), top: Math.min(a.y, b.y), right: Math.max(a.x, b.x), bottom: Math.max(a.y, b.y) });
