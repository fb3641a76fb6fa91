import { unhex } from '$lib/draw/bytes';
import { Order } from '$lib/draw/order';

/** The last order that was used: its round functions are computed once. */
let known: { key: string; order: Order } | undefined;

/** The place (from 1) that a draw gives to an index below entrants. The seed is in hex. */
export function drawnPlace(seed: string, entrants: number, index: number): number {
	const key = `${entrants} ${seed}`;
	if (known?.key !== key) known = { key, order: new Order(unhex(seed)!, entrants) };
	return known.order.place(index);
}
