import type { Schema } from '$lib/api/client';
import type { Values } from '$lib/i18n/translations';
import { goods } from '$lib/translations/goods';

/** Whether nothing of an order lets anybody in: it has goods alone. */
export function goodsOnly(order: Schema['Order']): boolean {
	const items = (order.items ?? []).filter((i) => !i.fee && !i.donation);
	const live = items.filter((i) => i.status === 'live');
	return items.length > 0 && (live.length ? live : items).every((i) => i.extra);
}

/** The words of a topic, or for what lets nobody in those of goods with the same name, where they are loaded. */
export const wordsFor =
	<Key extends string>(extra: boolean, words: (key: Key, values?: Values) => string) =>
	(key: Key, values?: Values): string =>
		extra && goods.has(key) ? goods(key, values) : words(key, values);
