import { minor } from './amount';
import type { Tier } from './event';

/** Whether buyers choose what they pay for a tier. */
export const chosen = (t: Tier): boolean => t.pricing === 'chosen';

/** Whether a tier is ordered, because it costs something or what its buyers choose. */
export const ordered = (t: Tier): boolean => t.price > 0 || chosen(t);

/** What somebody typed as a price of a tier, in minor units; undefined when it is none that can be chosen. */
export function readChoice(t: Tier, text: string): number | undefined {
	const amount = minor(text, t.currency ?? 'EUR');
	return amount !== undefined && amount >= (t.price_min ?? 0) && amount <= (t.price_max ?? 0) ? amount : undefined;
}
