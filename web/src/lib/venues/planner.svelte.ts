import { SvelteSet } from 'svelte/reactivity';
import type { Plan } from '$lib/seats/plan';
import { countOf, emptyDrawing, spotOf, unfolded, type Drawing, type Section, type Spot } from './drawing';

/** How many steps can be taken back. */
const most = 200;

export type Tool = 'sections' | 'seats';

/**
 * A plan on the drawing board: the drawing as it is, the steps that led to it,
 * what of it is meant, and whether it is saved.
 */
export class Planner {
	#past = $state.raw<readonly Drawing[]>([]);
	#future = $state.raw<readonly Drawing[]>([]);
	#saved = $state.raw<Drawing>(emptyDrawing);
	/** What the last step was a part of: parts of one thing are taken back together. */
	#part = '';

	drawing = $state.raw<Drawing>(emptyDrawing);
	/** What is only tried yet, and shown with the drawing. */
	trying = $state.raw<Drawing>();
	tool = $state<Tool>('sections');
	/** Whether drawing on the map chooses what lies in a frame, instead of moving the map. */
	framing = $state(false);
	#key = $state<number>();
	/** Sections that are meant beside that one, by their keys. */
	readonly others = new SvelteSet<number>();
	/** The seats that are meant, by their places in the unfolded plan. */
	readonly chosen = new SvelteSet<number>();
	/** The drawing as the map shows it. */
	readonly plan: Plan = $derived(unfolded(this.trying ?? this.drawing));
	readonly section: Section | undefined = $derived(this.drawing.sections.find((s) => s.key === this.#key));
	/** All sections that are meant, in the order of the drawing. */
	readonly group: readonly Section[] = $derived(this.drawing.sections.filter((s) => this.means(s.key)));
	readonly seats: number = $derived(countOf(this.drawing));
	readonly touched: boolean = $derived(this.drawing !== this.#saved);

	constructor(drawing: Drawing) {
		this.drawing = this.#saved = drawing;
	}

	/** The section that is meant, by its key: the first of them, when there are several. */
	get key(): number | undefined {
		return this.#key;
	}
	/** Means this section and no other. */
	set key(key: number | undefined) {
		this.others.clear();
		this.#key = key;
	}
	means(key: number): boolean {
		return key === this.#key || this.others.has(key);
	}
	/** Means a section beside those that are meant, or not any more. */
	join(key: number): void {
		if (this.#key === undefined) this.#key = key;
		else if (key === this.#key) {
			const [next] = this.others;
			if (next !== undefined) this.others.delete(next);
			this.#key = next;
		} else if (!this.others.delete(key)) this.others.add(key);
	}

	get undoable(): boolean {
		return this.#past.length > 0;
	}
	get redoable(): boolean {
		return this.#future.length > 0;
	}

	/** Takes a step. Steps of the same part, one after the other, are one. */
	step(next: Drawing, part = ''): void {
		if (next === this.drawing) return;
		if (!part || part !== this.#part || !this.#past.length) this.#past = [...this.#past.slice(1 - most), this.drawing];
		this.#part = part;
		this.#future = [];
		this.#show(next);
	}
	/** What comes next is a thing of its own. */
	parted(): void {
		this.#part = '';
	}
	undo(): void {
		const before = this.#past.at(-1);
		if (!before) return;
		this.#future = [this.drawing, ...this.#future];
		this.#past = this.#past.slice(0, -1);
		this.#show(before);
		this.#part = '';
	}
	redo(): void {
		const [after, ...rest] = this.#future;
		if (!after) return;
		this.#past = [...this.#past, this.drawing];
		this.#future = rest;
		this.#show(after);
		this.#part = '';
	}
	#show(next: Drawing): void {
		// A seat is meant by its place: where places moved, another would be meant.
		if (this.chosen.size && !sameSeats(this.drawing, next)) this.chosen.clear();
		this.drawing = next;
		const there = new Set(next.sections.map((s) => s.key));
		for (const key of this.others) if (!there.has(key)) this.others.delete(key);
		if (this.#key !== undefined && !there.has(this.#key)) this.join(this.#key);
	}

	/** The drawing is what the server has. */
	stored(drawing: Drawing): void {
		this.#saved = drawing;
	}
	/** Begins with another drawing. */
	open(drawing: Drawing): void {
		this.#past = this.#future = [];
		this.#part = '';
		this.chosen.clear();
		this.key = undefined;
		this.drawing = this.#saved = drawing;
	}
	/** Puts another drawing on the board, which can be taken back. */
	replace(drawing: Drawing): void {
		this.key = undefined;
		this.step(drawing);
	}

	/** The seats that are meant, by section, row and place. */
	spots(): Spot[] {
		return [...this.chosen].map((seat) => spotOf(this.plan, seat));
	}
	choose(seats: Iterable<number>): void {
		for (const seat of seats) this.chosen.add(seat);
	}
	/** The place of a section's row in the unfolded plan. */
	rowAt(key: number, row: number): Plan['rows'][number] | undefined {
		const i = this.drawing.sections.findIndex((s) => s.key === key);
		const s = this.plan.sections[i];
		return s && this.plan.rows[s.firstRow + row];
	}
}

/** Whether places in the unfolded plan mean the same seats. */
function sameSeats(a: Drawing, b: Drawing): boolean {
	return (
		a.sections.length === b.sections.length &&
		a.sections.every((s, i) => {
			const other = b.sections[i]!;
			return s === other || (s.key === other.key && s.rows.length === other.rows.length && s.rows.every((r, j) => r.x.length === other.rows[j]!.x.length));
		})
	);
}
