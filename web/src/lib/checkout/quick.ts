import type { Tier } from '$lib/event/event';
import { digitsOf } from '$lib/event/money';

/** Amounts to choose a price from: the least, what is suggested, and two that are more. */
export function quickChoices(t: Tier): number[] {
	const unit = 10 ** digitsOf(t.currency ?? 'EUR');
	const base = t.price || 10 * unit;
	const more = [1.5, 2].map((by) => Math.ceil((base * by) / unit) * unit);
	const fits = (n: number) => n >= (t.price_min ?? 0) && n <= (t.price_max ?? 0);
	return [...new Set([t.price_min ?? 0, t.price, ...more])].filter(fits).sort((a, b) => a - b);
}
