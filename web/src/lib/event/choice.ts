import { minor } from './amount';
import type { Tier } from './event';
import { digitsOf } from './money';

/** Whether buyers choose what they pay for a tier. */
export const chosen = (t: Tier): boolean => t.pricing === 'chosen';

/** Whether a tier is ordered, because it costs something or what its buyers choose. */
export const ordered = (t: Tier): boolean => t.price > 0 || chosen(t);

/** What somebody typed as a price of a tier, in minor units; undefined when it is none that can be chosen. */
export function readChoice(t: Tier, text: string): number | undefined {
	const amount = minor(text, t.currency ?? 'EUR');
	return amount !== undefined && amount >= (t.price_min ?? 0) && amount <= (t.price_max ?? 0) ? amount : undefined;
}

/** Amounts to choose a price from: the least, what is suggested, and two that are more. */
export function quickChoices(t: Tier): number[] {
	const unit = 10 ** digitsOf(t.currency ?? 'EUR');
	const base = t.price || 10 * unit;
	const more = [1.5, 2].map((by) => Math.ceil((base * by) / unit) * unit);
	const fits = (n: number) => n >= (t.price_min ?? 0) && n <= (t.price_max ?? 0);
	return [...new Set([t.price_min ?? 0, t.price, ...more])].filter(fits).sort((a, b) => a - b);
}
