import type { Schema } from '$lib/api/client';

/** What tickets cost that were listed, for the choice of what they may cost. */
export interface Seen {
	/** '': nothing that costs something was listed yet. */
	currency: string;
	/** Round amounts in minor units, in their order. */
	amounts: readonly number[];
}

/** How many amounts are offered. */
const most = 4;

/** The next of 1, 2 and 5 times a power of ten. */
export function roundUp(amount: number): number {
	for (let power = 1; ; power *= 10) {
		const found = [1, 2, 5].find((times) => times * power >= amount);
		if (found) return found * power;
	}
}

/** What was seen, with what a list has. The first currency stays: what was offered once does not go. */
export function see(seen: Seen, items: readonly Pick<Schema['PublicEvent'], 'price_range'>[]): Seen {
	const priced = items.flatMap(({ price_range: p }) => (p?.currency && p.lowest > 0 ? [{ currency: p.currency, amount: roundUp(p.lowest) }] : []));
	const currency = seen.currency || (priced[0]?.currency ?? '');
	const more = priced.filter((p) => p.currency === currency).map((p) => p.amount);
	const amounts = [...new Set([...seen.amounts, ...more])].sort((a, b) => a - b);
	return { currency, amounts };
}

/** The amounts to choose from: a few of those that were seen, the lowest and the highest among them, and the one that is chosen. */
export function choices(seen: Seen, chosen: number | undefined): number[] {
	const n = seen.amounts.length;
	const some = n <= most ? seen.amounts : Array.from({ length: most }, (_, i) => seen.amounts[Math.round((i * (n - 1)) / (most - 1))]!);
	return [...new Set(chosen ? [...some, chosen] : some)].sort((a, b) => a - b);
}
