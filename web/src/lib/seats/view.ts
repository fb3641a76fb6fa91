/** What part of the plan is on the screen: its middle, and how many pixels a unit of the plan takes. */
export interface View {
	x: number;
	y: number;
	zoom: number;
}

export interface Box {
	left: number;
	top: number;
	right: number;
	bottom: number;
}

export interface Size {
	width: number;
	height: number;
}

/** The view that shows a box whole, with a margin in pixels. */
export function fit(box: Box, size: Size, margin: number, largest: number): View {
	const wide = Math.max(box.right - box.left, 1e-6);
	const high = Math.max(box.bottom - box.top, 1e-6);
	const zoom = Math.min(largest, Math.max(1e-6, Math.min((size.width - 2 * margin) / wide, (size.height - 2 * margin) / high)));
	return { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2, zoom };
}

/** A view that was moved by pixels. */
export function pan(v: View, dx: number, dy: number): View {
	return { x: v.x - dx / v.zoom, y: v.y - dy / v.zoom, zoom: v.zoom };
}

/** A view that was enlarged by a factor, with the point under (px, py) staying where it is. */
export function zoomAt(v: View, size: Size, px: number, py: number, factor: number, least: number, largest: number): View {
	const zoom = Math.min(largest, Math.max(least, v.zoom * factor));
	const [ox, oy] = [px - size.width / 2, py - size.height / 2];
	return { x: v.x + ox / v.zoom - ox / zoom, y: v.y + oy / v.zoom - oy / zoom, zoom };
}

/** A view whose middle lies on the plan, so that nobody loses it. */
export function keep(v: View, box: Box): View {
	return { x: Math.min(box.right, Math.max(box.left, v.x)), y: Math.min(box.bottom, Math.max(box.top, v.y)), zoom: v.zoom };
}

/**
 * A view after the map has taken another size, as when a phone is turned: what was
 * shown whole is whole again, else its middle stays. Once the map is in use and the
 * height alone is another, nothing moves: a panel below has grown, and a finger may
 * be on its way to the next seat.
 */
export function resized(v: View, shown: { whole: boolean; used: boolean }, was: Size, now: Size, whole: View, least: number): View {
	if (shown.whole && (!shown.used || was.width !== now.width)) return whole;
	return { ...v, zoom: Math.max(least, v.zoom) };
}

export const toScreen = (v: View, size: Size, x: number, y: number): [number, number] => [
	(x - v.x) * v.zoom + size.width / 2,
	(y - v.y) * v.zoom + size.height / 2
];
export const toPlan = (v: View, size: Size, px: number, py: number): [number, number] => [
	(px - size.width / 2) / v.zoom + v.x,
	(py - size.height / 2) / v.zoom + v.y
];
