import type { Look } from './look';
import type { Size, View } from './view';

/** Whoever may do more with the map than look at it and choose seats: the editor of plans. */
export interface Hand {
	/** Somebody presses on a place of the plan. true: the hand has it, and the map stays where it is. */
	press(x: number, y: number, reach: number, e: PointerEvent): boolean;
	/** What it has is drawn to a place. */
	drag(x: number, y: number): void;
	/** It lets go; `kept` is false when it was taken back. */
	release(kept: boolean): void;
	/** Somebody taps a place. true: that was all. */
	tap(x: number, y: number, reach: number, e: PointerEvent): boolean;
	/** A key was pressed, with the arrow keys at a seat (-1: none yet). true: the map need not look at it. */
	key(e: KeyboardEvent, at: number): boolean;
	/** The arrow keys have come to a seat. */
	walked?(to: number): void;
	/** Draws over the seats. */
	draw(paint: CanvasRenderingContext2D, view: View, size: Size, look: Look): void;
}
