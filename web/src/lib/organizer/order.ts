/** Moves one of a list to another place in it. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
	const next = [...list];
	next.splice(to, 0, ...next.splice(from, 1));
	return next;
}

/** Where something that is dragged comes to stand: behind all those whose middle is above the pointer. */
export function placeAt(y: number, boxes: readonly { top: number; height: number }[], from: number): number {
	return boxes.filter((b, i) => i !== from && b.top + b.height / 2 < y).length;
}
