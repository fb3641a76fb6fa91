/** What fingers, a mouse or a wheel do to the map; places are pixels of it. */
export interface Gesture {
	/** The first finger is put down. true: something on the map is taken instead of the map itself. */
	press(x: number, y: number, e: PointerEvent): boolean;
	/** What was taken is drawn to a place, and let go of; `kept` is false when it was taken back. */
	drag(x: number, y: number): void;
	release(kept: boolean): void;
	/** A finger came and went, and hardly moved. */
	tap(x: number, y: number, e: PointerEvent): void;
	/** The map is moved by so many pixels, and enlarged by a factor around a place. */
	move(dx: number, dy: number): void;
	pinch(dx: number, dy: number, x: number, y: number, factor: number): void;
}

interface Point {
	x: number;
	y: number;
}

/** How fast what was let go of slows down, a millisecond. */
const friction = 0.995;
/** How far a finger may tremble and still tap, in pixels. */
const trembling = 8;
/** How long a finger may rest before it is lifted and still throw the map, in ms. */
const rest = 60;

/** Tells taps, drags, pinches and throws apart. */
export class Gestures {
	readonly #to: Gesture;
	// Fingers, by what the browser calls them, and where each was last.
	readonly #fingers = new Map<number, Point>();
	#held: number | undefined;
	#travelled = 0;
	#speed = { x: 0, y: 0, at: 0 };
	#gliding = 0;

	constructor(to: Gesture) {
		this.#to = to;
	}

	/** Whether a finger is on the map. */
	get touched(): boolean {
		return this.#fingers.size > 0;
	}

	/** Stops what goes on by itself. */
	stop(): void {
		cancelAnimationFrame(this.#gliding);
	}

	down(e: PointerEvent, at: Point): void {
		this.stop();
		this.#fingers.set(e.pointerId, at);
		if (this.#fingers.size === 1) {
			this.#travelled = 0;
			if (this.#to.press(at.x, at.y, e)) this.#held = e.pointerId;
		} else this.letGo(false);
		this.#speed = { x: 0, y: 0, at: e.timeStamp };
	}

	drag(e: PointerEvent, now: Point): void {
		const was = this.#fingers.get(e.pointerId);
		if (!was) return;
		const others = [...this.#fingers].filter(([id]) => id !== e.pointerId).map(([, p]) => p);
		this.#fingers.set(e.pointerId, now);
		this.#travelled += Math.hypot(now.x - was.x, now.y - was.y);
		if (this.#held === e.pointerId) this.#to.drag(now.x, now.y);
		else if (others.length) this.#pinch(was, now, others[0]!);
		else this.#pan(now.x - was.x, now.y - was.y, e.timeStamp);
	}

	#pan(dx: number, dy: number, at: number): void {
		const ms = Math.max(1, at - this.#speed.at);
		this.#speed = { x: 0.7 * (dx / ms) + 0.3 * this.#speed.x, y: 0.7 * (dy / ms) + 0.3 * this.#speed.y, at };
		this.#to.move(dx, dy);
	}

	/** Two fingers: what lies between them stays between them. */
	#pinch(was: Point, now: Point, other: Point): void {
		const before = Math.hypot(was.x - other.x, was.y - other.y);
		const after = Math.hypot(now.x - other.x, now.y - other.y);
		const [x, y] = [(now.x + other.x) / 2, (now.y + other.y) / 2];
		this.#to.pinch(x - (was.x + other.x) / 2, y - (was.y + other.y) / 2, x, y, before > trembling ? after / before : 1);
	}

	up(e: PointerEvent): void {
		const at = this.#fingers.get(e.pointerId);
		this.#fingers.delete(e.pointerId);
		if (!at || this.#fingers.size) return;
		const had = this.#held === e.pointerId;
		const lifted = e.type === 'pointerup';
		if (had) this.letGo(lifted);
		if (this.#travelled < trembling && lifted) {
			this.#to.tap(at.x, at.y, e);
			return;
		}
		if (!had && e.timeStamp - this.#speed.at < rest && !matchMedia('(prefers-reduced-motion: reduce)').matches) this.#glide(performance.now());
	}

	/** Lets go of what is held, if anything is; reports whether something was. */
	letGo(kept: boolean): boolean {
		if (this.#held === undefined) return false;
		this.#held = undefined;
		this.#to.release(kept);
		return true;
	}

	/** What was thrown goes on a little. */
	#glide(last: number): void {
		this.#gliding = requestAnimationFrame((now) => {
			const ms = Math.min(now - last, 50);
			const { x, y, at } = this.#speed;
			this.#speed = { x: x * friction ** ms, y: y * friction ** ms, at };
			if (Math.hypot(this.#speed.x, this.#speed.y) < 0.02) return;
			this.#to.move(this.#speed.x * ms, this.#speed.y * ms);
			this.#glide(now);
		});
	}
}

/** By what factor a turn of the wheel enlarges the map. */
export function wheelFactor(e: WheelEvent): number {
	const lines = e.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
	return Math.exp(-e.deltaY * lines * (e.ctrlKey ? 0.01 : 0.0022));
}
