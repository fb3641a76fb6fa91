import type { Grid } from './grid';
import { available, reserved, tierColour, type Look } from './look';
import { accessible, companion, obstructed, type Plan } from './plan';
import type { Size, View } from './view';

/**
 * Draws the seats as a map is drawn: in square pictures, each painted once for
 * its scale and kept. While somebody pans, a frame is a dozen pictures put
 * beside each other, however many seats there are; a picture that is not there
 * yet is stood in for by a small one of the whole.
 */

/** The side of a picture, in pixels of the screen. */
const side = 512;
/** How many are kept: some screens full. */
const most = 40;
/** How many are painted in one frame, so that none takes long. */
const perFrame = 2;
/** The larger side of the picture of the whole. */
const wholeSide = 900;

interface Picture {
	canvas: HTMLCanvasElement;
	paint: CanvasRenderingContext2D;
	scale: number;
	left: number;
	top: number;
	used: number;
}

export class Tiles {
	#plan: Plan;
	#grid: Grid;
	#states: Uint8Array;
	#look: Look;
	#pictures = new Map<string, Picture>();
	#whole: Picture | undefined;
	/** Pixels of the screen that pictures are painted at for a unit of the plan. */
	#scale = 0;
	#turn = 0;
	#found: number[] = [];

	constructor(plan: Plan, grid: Grid, states: Uint8Array, look: Look) {
		this.#plan = plan;
		this.#grid = grid;
		this.#states = states;
		this.#look = look;
	}

	/** Takes other colours. */
	repaint(look: Look): void {
		this.#look = look;
		this.#pictures.clear();
		this.#whole = undefined;
	}

	/** Seats have changed: they are painted anew where they are shown. */
	changed(seats: Iterable<number>): void {
		const list = [...seats];
		if (list.length > 2000) {
			this.repaint(this.#look);
			return;
		}
		const half = this.#plan.pitch / 2;
		for (const p of [...this.#pictures.values(), ...(this.#whole ? [this.#whole] : [])]) {
			const [wide, high] = [p.canvas.width / p.scale, p.canvas.height / p.scale];
			for (const i of list) {
				const [x, y] = [this.#plan.x[i]! - p.left, this.#plan.y[i]! - p.top];
				if (x < -half || y < -half || x > wide + half || y > high + half) continue;
				const d = half * p.scale;
				p.paint.clearRect(x * p.scale - d, y * p.scale - d, 2 * d, 2 * d);
				this.#seats(p, [i]);
			}
		}
	}

	/**
	 * Draws a view, and reports whether something is still to come. While somebody
	 * zooms, the pictures that there are grow and shrink; once the scale is steady
	 * they are painted at it, so that panning copies pixels and computes none.
	 */
	draw(to: CanvasRenderingContext2D, view: View, size: Size, ratio: number, steady: boolean): boolean {
		const turn = ++this.#turn;
		const wanted = view.zoom * ratio;
		if (steady || !this.#scale) this.#scale = wanted;
		const scale = this.#scale;
		const step = side / scale;
		const wide = step * wanted; // of a picture on the screen
		const left = view.x - size.width / 2 / view.zoom;
		const top = view.y - size.height / 2 / view.zoom;
		const pad = this.#plan.pitch;
		const g = this.#grid;
		const i0 = Math.floor(Math.max(left, g.left - pad) / step);
		const i1 = Math.floor(Math.min(left + size.width / view.zoom, g.right + pad) / step);
		const j0 = Math.floor(Math.max(top, g.top - pad) / step);
		const j1 = Math.floor(Math.min(top + size.height / view.zoom, g.bottom + pad) / step);
		const exact = scale === wanted;
		const [x0, y0] = exact ? [Math.round(-left * wanted), Math.round(-top * wanted)] : [-left * wanted, -top * wanted];
		let budget = steady ? perFrame : 0;
		let missing = false;
		to.setTransform(1, 0, 0, 1, 0, 0);
		for (let j = j0; j <= j1; j++) {
			for (let i = i0; i <= i1; i++) {
				const key = `${scale} ${i} ${j}`;
				let picture = this.#pictures.get(key);
				if (!picture && budget > 0) {
					budget--;
					picture = this.#picture(i * step, j * step, scale, side, side);
					this.#pictures.set(key, picture);
				}
				if (picture) {
					picture.used = turn;
					if (exact) to.drawImage(picture.canvas, x0 + i * side, y0 + j * side);
					else to.drawImage(picture.canvas, x0 + i * wide, y0 + j * wide, wide, wide);
				} else {
					missing = true;
					this.#standIn(to, i * step, j * step, step, x0 + i * wide, y0 + j * wide, wide);
				}
			}
		}
		to.setTransform(ratio, 0, 0, ratio, 0, 0);
		this.#forget(turn);
		return missing;
	}

	/** A piece of the whole in the place of a picture. */
	#standIn(to: CanvasRenderingContext2D, left: number, top: number, step: number, x: number, y: number, wide: number): void {
		const g = this.#grid;
		const pad = this.#plan.pitch;
		if (!this.#whole) {
			const [w, h] = [g.right - g.left + 2 * pad, g.bottom - g.top + 2 * pad];
			const scale = wholeSide / Math.max(w, h);
			this.#whole = this.#picture(g.left - pad, g.top - pad, scale, Math.ceil(w * scale), Math.ceil(h * scale));
		}
		const p = this.#whole;
		to.drawImage(p.canvas, (left - p.left) * p.scale, (top - p.top) * p.scale, step * p.scale, step * p.scale, x, y, wide, wide);
	}

	#forget(turn: number): void {
		if (this.#pictures.size <= most) return;
		for (const [key, p] of [...this.#pictures].sort((a, b) => a[1].used - b[1].used)) {
			if (this.#pictures.size <= most || p.used === turn) return;
			this.#pictures.delete(key);
		}
	}

	#picture(left: number, top: number, scale: number, width: number, height: number): Picture {
		const canvas = document.createElement('canvas');
		canvas.width = width;
		canvas.height = height;
		const p: Picture = { canvas, paint: canvas.getContext('2d')!, scale, left, top, used: 0 };
		const half = this.#plan.pitch / 2;
		const found = this.#found;
		found.length = 0;
		this.#grid.within(left - half, top - half, left + width / scale + half, top + height / scale + half, (i) => found.push(i));
		this.#seats(p, found);
		return p;
	}

	/** Paints seats into a picture, those of one colour together. */
	#seats(p: Picture, seats: readonly number[]): void {
		const { paint, scale } = p;
		const look = this.#look;
		const pitch = this.#plan.pitch * scale;
		const byColour = new Map<number, number[]>();
		for (const i of seats) {
			const state = this.#states[i]!;
			const colour = state === available ? this.#plan.tier[i]! : state === reserved ? -2 : -1;
			const list = byColour.get(colour);
			if (list) list.push(i);
			else byColour.set(colour, [i]);
		}
		for (const [colour, list] of byColour) {
			const half = pitch * (colour === -1 ? 0.2 : 0.4);
			paint.fillStyle = colour >= 0 ? tierColour(look, colour) : colour === -2 ? look.reserved : look.taken;
			paint.beginPath();
			for (const i of list) {
				const [x, y] = [(this.#plan.x[i]! - p.left) * scale, (this.#plan.y[i]! - p.top) * scale];
				if (pitch < 7) paint.rect(x - half, y - half, 2 * half, 2 * half);
				else paint.roundRect(x - half, y - half, 2 * half, 2 * half, half * (colour === -1 ? 1 : 0.4));
			}
			paint.fill();
			if (colour !== -1 && pitch >= 12) this.#marks(p, list, pitch, colour === -2);
		}
	}

	/** What is particular about free seats, and their numbers, when they are large enough to read. */
	#marks(p: Picture, seats: readonly number[], pitch: number, isReserved: boolean): void {
		const { paint, scale } = p;
		paint.strokeStyle = paint.fillStyle = this.#look.on;
		paint.lineWidth = Math.max(1, pitch * 0.06);
		paint.textAlign = 'center';
		paint.textBaseline = 'middle';
		paint.font = `600 ${Math.round(pitch * 0.36)}px "Figtree Variable", sans-serif`;
		for (const i of seats) {
			const [x, y] = [(this.#plan.x[i]! - p.left) * scale, (this.#plan.y[i]! - p.top) * scale];
			const marks = this.#plan.marks[i]!;
			if (isReserved) {
				paint.fillRect(x - pitch * 0.18, y - pitch * 0.05, pitch * 0.36, pitch * 0.1);
				continue;
			}
			if (marks & accessible) {
				paint.beginPath();
				paint.arc(x, y, pitch * 0.22, 0, 2 * Math.PI);
				paint.stroke();
				paint.fillRect(x - pitch * 0.05, y - pitch * 0.05, pitch * 0.1, pitch * 0.1);
			} else if (pitch >= 26) {
				paint.fillText(String(this.#plan.number[i]!), x, y + pitch * 0.02);
			} else if (marks & companion) {
				paint.beginPath();
				paint.arc(x, y, pitch * 0.09, 0, 2 * Math.PI);
				paint.fill();
			}
			if (marks & obstructed) {
				paint.beginPath();
				paint.moveTo(x - pitch * 0.3, y + pitch * 0.3);
				paint.lineTo(x + pitch * 0.3, y - pitch * 0.3);
				paint.stroke();
			}
		}
	}
}
