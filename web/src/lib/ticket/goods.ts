import type { Schema } from '$lib/api/client';

/** Whether nothing of an order lets anybody in: it has goods alone. */
export function goodsOnly(order: Schema['Order']): boolean {
	const items = (order.items ?? []).filter((i) => !i.fee && !i.donation);
	const live = items.filter((i) => i.status === 'live');
	return items.length > 0 && (live.length ? live : items).every((i) => i.extra);
}
