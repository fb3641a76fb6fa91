import type { Grid } from '$lib/seats/grid';
import type { Look } from '$lib/seats/look';
import { tierColour } from '$lib/seats/look';
import type { Hand } from '$lib/seats/hand';
import { toScreen, type Size, type View } from '$lib/seats/view';
import { venues as t } from '$lib/translations/venues';
import { angleOf, middleOf, moved, tidy, turned, withSections, without, type Point } from './arrange';
import type { Section } from './drawing';
import type { Planner } from './planner.svelte';

/** What the grip needs of the map. */
export interface Board {
	grid: Grid;
	/** Shows the seats of sections as moved away, or as there again. */
	ghost(sections: readonly number[], away: boolean): void;
	/** Says something to people who cannot see the map. */
	tell(text: string): void;
}

/** How far an arrow key moves a section, and with the shift key, in centimetres. */
const small = 10;
const large = 100;
/** How far a key turns it, in degrees. */
const turn = 5;
/** How far above a section the handle is that turns it, and how large, in pixels. */
const away = 34;
const knob = 11;
/** How far something must be drawn until it moves, in pixels: whoever taps draws a little. */
const slack = 5;

interface Taken {
	kind: 'move' | 'turn';
	sections: readonly Section[];
	middle: Point;
	/** How far the one that is turned was turned. */
	angle: number;
	from: Point;
	/** What it comes to: a way, or an angle. */
	dx: number;
	dy: number;
	degrees: number;
	begun: boolean;
	slack: number;
}

/** The hand that moves and turns sections on the map. */
export class Grip implements Hand {
	#planner: Planner;
	#board: () => Board | undefined;
	#taken: Taken | undefined;

	constructor(planner: Planner, board: () => Board | undefined) {
		this.#planner = planner;
		this.#board = board;
	}

	/** The section that has a seat here, as an index; -1: none. */
	#at(x: number, y: number, reach: number): number {
		const plan = this.#planner.plan;
		const seat = this.#board()?.grid.nearest(x, y, Math.max(plan.pitch * 0.75, reach)) ?? -1;
		return seat < 0 ? -1 : plan.rows[plan.row[seat]!]!.section;
	}
	get #free(): boolean {
		return this.#planner.tool === 'sections' && !this.#planner.trying;
	}
	/** The one section that is meant: it can be turned by its handle. */
	get #single(): Section | undefined {
		const [one, other] = this.#planner.group;
		return other ? undefined : one;
	}

	press(x: number, y: number, reach: number, e: PointerEvent): boolean {
		const p = this.#planner;
		if (!this.#free) return false;
		const take = (kind: Taken['kind']) => {
			const sections = p.group;
			this.#taken = {
				kind,
				sections,
				middle: middleOf(together(sections)),
				angle: angleOf(sections[0]!),
				from: { x, y },
				dx: 0,
				dy: 0,
				degrees: 0,
				begun: false,
				slack: (reach / 14) * slack
			};
			p.parted();
			return true;
		};
		const single = this.#single;
		if (single) {
			const pixel = reach / 14;
			const h = handleOf(single, pixel);
			if (Math.hypot(h.x - x, h.y - y) < 24 * pixel) return take('turn');
		}
		const section = p.drawing.sections[this.#at(x, y, reach)];
		// A finger that comes down anywhere may only want to move the map.
		if (!section || (e.pointerType !== 'mouse' && !p.means(section.key))) return false;
		if (!p.means(section.key)) p.key = section.key;
		return take('move');
	}

	drag(x: number, y: number): void {
		const t = this.#taken;
		if (!t) return;
		if (!t.begun) {
			if (Math.hypot(x - t.from.x, y - t.from.y) < t.slack) return;
			t.begun = true;
			this.#board()?.ghost(this.#places(t.sections), true);
		}
		if (t.kind === 'move') {
			[t.dx, t.dy] = [Math.round(x - t.from.x), Math.round(y - t.from.y)];
			return;
		}
		const to = (p: Point) => (Math.atan2(p.y - t.middle.y, p.x - t.middle.x) * 180) / Math.PI;
		// Whole degrees, and where a quarter of a turn is near, just that.
		let angle = Math.round(tidy(t.angle + to({ x, y }) - to(t.from)));
		const quarter = Math.round(angle / 45) * 45;
		if (Math.abs(angle - quarter) <= 3) angle = quarter;
		t.degrees = angle - t.angle;
	}
	#places(sections: readonly Section[]): number[] {
		return sections.map((s) => this.#planner.drawing.sections.indexOf(s));
	}

	release(kept: boolean): void {
		const t = this.#taken;
		this.#taken = undefined;
		if (!t?.begun) return;
		const p = this.#planner;
		if (!kept) {
			this.#board()?.ghost(this.#places(t.sections), false);
			return;
		}
		p.step(withSections(p.drawing, t.sections, (s) => (t.kind === 'move' ? moved(s, t.dx, t.dy) : turned(s, t.degrees, t.middle))));
		this.#told();
	}
	#told(): void {
		const p = this.#planner;
		if (p.group.length > 1) {
			const m = middleOf(together(p.group));
			this.#board()?.tell(t('say.stand', { n: p.group.length, x: Math.round(m.x), y: Math.round(m.y) }));
			return;
		}
		const s = p.section;
		if (!s) return;
		const m = middleOf(s);
		this.#board()?.tell(t('say.stands', { name: s.name, x: Math.round(m.x), y: Math.round(m.y), angle: angleOf(s) }));
	}

	tap(x: number, y: number, reach: number, e: PointerEvent): boolean {
		const p = this.#planner;
		if (!this.#free) return !!p.trying;
		const section = p.drawing.sections[this.#at(x, y, reach)];
		if (!e.shiftKey && !p.framing) p.key = section?.key;
		else if (section) {
			p.join(section.key);
			this.#board()?.tell(t('say.sections', { n: p.group.length }));
		}
		return true;
	}

	/** Moves what is meant. */
	nudge(dx: number, dy: number): void {
		const p = this.#planner;
		if (!p.section) return;
		p.step(
			withSections(p.drawing, p.group, (s) => moved(s, dx, dy)),
			`move ${named(p.group)}`
		);
		this.#told();
	}
	/** Turns it. */
	swing(degrees: number): void {
		const p = this.#planner;
		if (!p.section) return;
		const about = middleOf(together(p.group));
		p.step(
			withSections(p.drawing, p.group, (s) => turned(s, degrees, about)),
			`turn ${named(p.group)}`
		);
		this.#told();
	}
	remove(): void {
		const p = this.#planner;
		const gone = p.group;
		if (!gone.length) return;
		p.step(without(p.drawing, ...gone.map((s) => s.key)));
		this.#board()?.tell(gone.length > 1 ? t('say.removedAll', { n: gone.length }) : t('say.removed', { name: gone[0]!.name }));
	}
	/** Means the next section, or the one before. */
	#next(by: number): void {
		const p = this.#planner;
		const all = p.drawing.sections;
		if (!all.length) return;
		const i = all.findIndex((s) => s.key === p.key);
		p.key = all[i < 0 ? 0 : (i + by + all.length) % all.length]!.key;
		p.parted();
		this.#told();
	}

	key(e: KeyboardEvent): boolean {
		if (!this.#free || e.ctrlKey || e.metaKey || e.altKey) return false;
		const far = e.shiftKey ? large : small;
		const ways: Record<string, [number, number]> = { ArrowLeft: [-far, 0], ArrowRight: [far, 0], ArrowUp: [0, -far], ArrowDown: [0, far] };
		const way = ways[e.key];
		if (way) {
			if (this.#planner.section) this.nudge(...way);
			else this.#next(1);
			return true;
		}
		switch (e.key) {
			case 'l':
			case 'L':
				this.swing(e.shiftKey ? -1 : -turn);
				return true;
			case 'r':
			case 'R':
				this.swing(e.shiftKey ? 1 : turn);
				return true;
			case 'n':
			case 'Enter':
				this.#next(1);
				return true;
			case 'p':
				this.#next(-1);
				return true;
			case 'Delete':
			case 'Backspace':
				this.remove();
				return true;
			case 'Escape':
				this.#planner.key = undefined;
				return true;
		}
		return false;
	}

	draw(paint: CanvasRenderingContext2D, view: View, size: Size, look: Look): void {
		const p = this.#planner;
		const pitch = p.plan.pitch * view.zoom;
		if (p.trying) {
			const known = new Set(p.drawing.sections);
			for (const s of p.trying.sections) if (!known.has(s)) rows(s, pitch * 1.15, look.focus, 0.3);
		}
		if (p.tool !== 'sections' || p.trying || !p.section) return;
		const t = this.#taken?.begun ? this.#taken : undefined;
		const to = t ? way(t) : undefined;
		const meant = t?.sections ?? p.group;
		for (const s of meant) {
			rows(s, pitch * 1.15, look.focus, 0.28, to);
			if (t) rows(s, pitch * 0.8, tierColour(look, s.rows[0]!.tier[0]!), 1, to);
		}
		const at = (x: number, y: number) => toScreen(view, size, ...(to ? to(x, y) : ([x, y] as const)));
		const middle = t?.middle ?? middleOf(together(meant));
		const m = at(middle.x, middle.y);
		if (meant.length === 1) this.#handle(paint, at, meant[0]!, 1 / view.zoom, look);
		if (t) text(t.kind === 'move' ? `${signed(t.dx)} / ${signed(t.dy)} cm` : `${tidy(t.angle + t.degrees)}°`, m[0], m[1]);

		/** A section as stripes: seats of a section that moves need not be told apart. */
		function rows(section: Section, wide: number, colour: string, alpha: number, to?: Way): void {
			paint.globalAlpha = alpha;
			paint.strokeStyle = colour;
			paint.lineWidth = Math.max(3, wide);
			paint.lineCap = paint.lineJoin = 'round';
			paint.beginPath();
			for (const r of section.rows) {
				const n = r.x.length;
				const every = Math.max(1, Math.floor(n / 16));
				for (let i = 0; i < n; i += i + every >= n && i < n - 1 ? n - 1 - i : every) {
					const [px, py] = to ? to(r.x[i]!, r.y[i]!) : [r.x[i]!, r.y[i]!];
					const [x, y] = toScreen(view, size, px, py);
					if (i === 0) paint.moveTo(x, y);
					if (i > 0 || n === 1) paint.lineTo(x, y);
				}
			}
			paint.stroke();
			paint.globalAlpha = 1;
		}
		function text(t: string, x: number, y: number): void {
			paint.font = '700 15px "Figtree Variable", sans-serif';
			paint.textAlign = 'center';
			paint.textBaseline = 'middle';
			paint.strokeStyle = look.ground;
			paint.lineWidth = 5;
			paint.lineJoin = 'round';
			paint.strokeText(t, x, y);
			paint.fillStyle = look.ink;
			paint.fillText(t, x, y);
		}
	}

	/** What one turns a section by. */
	#handle(paint: CanvasRenderingContext2D, at: Way, section: Section, pixel: number, look: Look): void {
		const [h, k] = [handleOf(section, pixel), handleOf(section, 0)];
		const [head, foot] = [at(h.x, h.y), at(k.x, k.y)];
		paint.strokeStyle = look.focus;
		paint.lineWidth = 2;
		paint.beginPath();
		paint.moveTo(...foot);
		paint.lineTo(...head);
		paint.stroke();
		paint.fillStyle = look.ground;
		paint.beginPath();
		paint.arc(head[0], head[1], knob, 0, 2 * Math.PI);
		paint.fill();
		paint.lineWidth = 3;
		paint.stroke();
		paint.beginPath();
		paint.arc(head[0], head[1], 4.5, -2.3, 1.6);
		paint.lineWidth = 2;
		paint.stroke();
	}
}

type Way = (x: number, y: number) => [number, number];

/** Where something that is drawn or turned comes to, without working out all of its seats. */
function way(t: Taken): Way {
	if (t.kind === 'move') return (x, y) => [x + t.dx, y + t.dy];
	const a = (t.degrees * Math.PI) / 180;
	const [sin, cos] = [Math.sin(a), Math.cos(a)];
	return (x, y) => [t.middle.x + (x - t.middle.x) * cos - (y - t.middle.y) * sin, t.middle.y + (x - t.middle.x) * sin + (y - t.middle.y) * cos];
}

const together = (sections: readonly Section[]) => ({ rows: sections.flatMap((s) => s.rows) });
const named = (sections: readonly Section[]) => sections.map((s) => s.key).join(' ');
const signed = (n: number) => (n > 0 ? `+${n}` : String(n));

/** Where the handle of a section is: above its front, when it is turned on the side that was its front. */
function handleOf(s: Section, pixel: number): Point {
	const m = middleOf(s);
	const a = (angleOf(s) * Math.PI) / 180;
	const up = { x: Math.sin(a), y: -Math.cos(a) };
	let far = 0;
	for (const r of s.rows) {
		for (const k of [0, r.x.length >> 1, r.x.length - 1]) far = Math.max(far, (r.x[k]! - m.x) * up.x + (r.y[k]! - m.y) * up.y);
	}
	const d = far + away * pixel;
	return { x: m.x + up.x * d, y: m.y + up.y * d };
}
