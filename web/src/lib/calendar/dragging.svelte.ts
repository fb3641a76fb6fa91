import type { Scale } from './days';
import { dateOf, meets, open, openOn, type Booking, type Laid, type Room, type Venue } from './house';

/** Where a booking is dragged to. */
export interface Target {
	rooms: string[];
	from: number;
	to: number;
}

/** What is drawn while something is dragged: where, in rows, and what is against it as far as the page knows. */
export interface Ghost {
	column: number;
	top: number;
	high: number;
	from: number;
	to: number;
	way: 'taken' | 'closed' | 'past' | undefined;
}

/** What dragging needs to know of a calendar, and what it tells it. */
export interface Calendar {
	/** What the columns are drawn on. */
	layer(): HTMLElement | undefined;
	rows(): number;
	may(): boolean;
	scale(column: number): Scale | undefined;
	room(column: number): Room | undefined;
	laid(column: number, booking: string): Laid | undefined;
	stand(column: number): readonly Laid[];
	venue(): Venue;
	now(): number;
	opens(column: number): (at: number) => boolean;
	tap(row: number, column: number): void;
	choose(column: number, from: number, to: number): void;
	open(booking: Booking): void;
	move(booking: Booking, to: Target): void;
}

interface Taken {
	pointer: number;
	x: number;
	y: number;
	/** Where it began, in columns and rows. */
	column: number;
	row: number;
	laid: Laid | undefined;
	/** A finger that moves at once scrolls; one that stays first drags. */
	armed: boolean;
	begun: boolean;
}

/** How far a pointer goes before it drags, in pixels, and how long a finger stays, in ms. */
const slack = 5;
const hold = 350;

/** Choosing a time and moving a booking with a mouse, a pen or a finger. */
export class Dragging {
	#taken = $state.raw<Taken>();
	#at = $state.raw({ column: 0, row: 0 });
	#timer: ReturnType<typeof setTimeout> | undefined;
	readonly #calendar: Calendar;

	constructor(calendar: Calendar) {
		this.#calendar = calendar;
	}

	/** Whether something is being dragged. */
	readonly active = $derived(this.#taken?.begun === true);
	/** The booking that is being moved, by its id. */
	readonly moving = $derived(this.#taken?.begun ? this.#taken.laid?.booking.id : undefined);

	readonly ghost = $derived.by((): Ghost | undefined => {
		const t = this.#taken;
		if (!t?.begun) return undefined;
		const c = this.#calendar;
		const { column, row } = this.#at;
		if (t.laid) {
			const to = this.#landing(t, t.laid);
			const scale = c.scale(column);
			if (!to || !scale) return undefined;
			const top = scale.begin(to.from);
			const [setup, teardown] = [t.laid.from - t.laid.busyFrom, t.laid.busyTo - t.laid.to];
			return {
				column,
				top,
				high: scale.end(to.to) - top,
				from: to.from,
				to: to.to,
				way: this.#against(column, to.from, to.to, setup, teardown, t.laid.booking.id)
			};
		}
		const [from, to] = [Math.min(t.row, row), Math.max(t.row, row) + 1];
		const scale = c.scale(t.column);
		const [begins, ends] = [scale?.moment(Math.floor(from)), scale?.moment(Math.floor(to)) ?? scale?.day.to];
		if (begins === undefined || ends === undefined) return undefined;
		const v = c.venue();
		const way = this.#against(t.column, begins, ends, v.default_setup_minutes * 60_000, v.default_teardown_minutes * 60_000, '');
		return { column: t.column, top: Math.floor(from), high: Math.floor(to) - Math.floor(from), from: begins, to: ends, way };
	});

	/** Listens to pointers above an element; what is returned ends that. */
	listen(on: HTMLElement): () => void {
		const handlers: Record<string, (e: never) => void> = {
			pointerdown: (e: PointerEvent) => this.#down(e, on),
			pointermove: (e: PointerEvent) => this.#move(e, on),
			pointerup: (e: PointerEvent) => this.#up(e),
			pointercancel: () => this.#drop(),
			click: (e: MouseEvent) => this.#press(e),
			// A finger that drags does not scroll, and holding it opens no menu.
			touchmove: (e: TouchEvent) => this.#taken?.armed && e.preventDefault(),
			contextmenu: (e: Event) => this.#taken?.armed && e.preventDefault()
		};
		const escape = (e: KeyboardEvent) => {
			if (e.key === 'Escape' && this.active) this.#drop();
		};
		for (const [name, handler] of Object.entries(handlers)) on.addEventListener(name, handler as EventListener, { passive: false });
		window.addEventListener('keydown', escape, true);
		return () => {
			this.#drop();
			for (const [name, handler] of Object.entries(handlers)) on.removeEventListener(name, handler as EventListener);
			window.removeEventListener('keydown', escape, true);
		};
	}

	/** The column and row below a pointer, rows with their part. */
	#place(e: { clientX: number; clientY: number }): { column: number; row: number } {
		const layer = this.#calendar.layer()!;
		const box = layer.getBoundingClientRect();
		const columns = layer.children.length;
		const along = getComputedStyle(layer).direction === 'rtl' ? box.right - e.clientX : e.clientX - box.left;
		const column = Math.floor((along / box.width) * columns);
		const row = ((e.clientY - box.top) / box.height) * this.#calendar.rows();
		return { column: Math.max(0, Math.min(column, columns - 1)), row: Math.max(0, Math.min(row, this.#calendar.rows() - 0.01)) };
	}

	#down(e: PointerEvent, on: HTMLElement): void {
		const target = e.target instanceof Element ? e.target.closest<HTMLElement>('[data-booking], [data-row]') : null;
		if (e.button !== 0 || !target || this.#taken || !this.#calendar.layer()) return;
		const place = this.#place(e);
		const laid = target.dataset['booking'] ? this.#calendar.laid(place.column, target.dataset['booking']) : undefined;
		const mouse = e.pointerType === 'mouse';
		this.#taken = { pointer: e.pointerId, x: e.clientX, y: e.clientY, ...place, laid, armed: mouse, begun: false };
		this.#at = place;
		if (mouse || !this.#draggable()) return;
		this.#timer = setTimeout(() => {
			const t = this.#taken;
			if (!t || t.armed) return;
			on.setPointerCapture(t.pointer);
			this.#taken = { ...t, armed: true, begun: true };
		}, hold);
	}

	/** Whether what was taken can be dragged: not what began on another day, or only takes a part of the room. */
	#draggable(): boolean {
		const t = this.#taken;
		if (!t || !this.#calendar.may()) return false;
		if (!t.laid) return true;
		const { booking, share, from } = t.laid;
		return share === 'whole' && open(booking) && from >= (this.#calendar.scale(t.column)?.day.from ?? Infinity);
	}

	#move(e: PointerEvent, on: HTMLElement): void {
		const t = this.#taken;
		if (!t || e.pointerId !== t.pointer) return;
		if (!t.begun) {
			if (Math.hypot(e.clientX - t.x, e.clientY - t.y) < slack) return;
			if (!t.armed) return this.#drop(); // it scrolls
			if (!this.#draggable()) return;
			on.setPointerCapture(t.pointer);
			this.#taken = { ...t, begun: true };
		}
		this.#at = this.#place(e);
		this.#scroll(e, on);
	}

	/** What a screen reader presses has no pointer. */
	#press(e: MouseEvent): void {
		const cell = e.detail === 0 && e.target instanceof Element ? e.target.closest<HTMLElement>('[data-row]') : null;
		if (cell) this.#calendar.tap(Number(cell.dataset['row']), Number(cell.dataset['column']));
	}

	/** Near an edge what is dragged over goes on. */
	#scroll(e: PointerEvent, on: HTMLElement): void {
		const box = on.getBoundingClientRect();
		const edge = 32;
		if (e.clientY > box.bottom - edge) on.scrollTop += 8;
		else if (e.clientY < box.top + 2 * edge) on.scrollTop -= 8;
		if (e.clientX > box.right - edge) on.scrollLeft += 8;
		else if (e.clientX < box.left + 2 * edge) on.scrollLeft -= 8;
	}

	#up(e: PointerEvent): void {
		const t = this.#taken;
		if (!t || e.pointerId !== t.pointer) return;
		const { column, row } = this.#at;
		const to = t.begun && t.laid ? this.#landing(t, t.laid) : undefined;
		this.#drop();
		if (!t.begun) {
			if (t.laid) this.#calendar.open(t.laid.booking);
			else this.#calendar.tap(Math.floor(t.row), t.column);
		} else if (!t.laid) {
			this.#calendar.choose(t.column, Math.floor(Math.min(t.row, row)), Math.floor(Math.max(t.row, row)));
		} else if (to && (to.from !== t.laid.from || column !== t.column)) {
			this.#calendar.move(t.laid.booking, to);
		}
	}

	#drop(): void {
		clearTimeout(this.#timer);
		this.#taken = undefined;
	}

	/** Where a booking would come to: on quarters of an hour, as long as before. */
	#landing(t: Taken, laid: Laid): Target | undefined {
		const c = this.#calendar;
		const { column, row } = this.#at;
		const began = c.scale(t.column)?.begin(laid.from);
		const [room, was] = [c.room(column), c.room(t.column)];
		if (began === undefined || !room || !was) return undefined;
		const moved = Math.round((row - t.row) * 2) / 2;
		const from = moved === 0 && column === t.column ? laid.from : c.scale(column)?.moment(began + moved);
		if (from === undefined) return undefined;
		const { rooms } = laid.booking;
		return { rooms: rooms.includes(was.id) ? rooms.map((id) => (id === was.id ? room.id : id)) : rooms, from, to: from + laid.to - laid.from };
	}

	#against(column: number, from: number, to: number, setup: number, teardown: number, except: string): Ghost['way'] {
		const c = this.#calendar;
		if (meets(c.stand(column), c.venue(), from, to, setup, teardown, except)) return 'taken';
		if (from < c.now()) return 'past';
		const ends = openOn(c.venue(), dateOf(to - 1, c.venue()));
		return c.opens(column)(from) && ends(to - 1) ? undefined : 'closed';
	}
}
