import type { Tier } from '$lib/event/event';

// The waitlist for goods, fetched when it is needed: few events have goods, and fewer run out of them.

/** What is waited for: "T-shirt", or "2 × T-shirt". */
export const goodsOf = (tier: Tier, units: number): string => (units > 1 ? `${units} × ${tier.name}` : tier.name);

/** The words of the waitlist for goods. */
export const goodsWords = () =>
	import('$lib/translations/goods').then(async (w) => {
		await w.goods.load();
		return w.goods;
	});

/** The form with which people join it, with its words. */
export async function waitingForGoods() {
	const [{ default: WaitForGoods }] = await Promise.all([import('./WaitForGoods.svelte'), goodsWords()]);
	return WaitForGoods;
}
