import { language } from '$lib/i18n/language.svelte';
import type { Schema } from '$lib/api/client';
import { currencies } from '$lib/api/lists';
import { guest } from '$lib/translations/guest';

/**
 * How many digits the minor unit of a currency has: as the server counts it, and not
 * as the browser's Intl writes it, which leaves out the hundredths of forint or rupiah.
 */
export function digitsOf(currency: string): number {
	return (currencies as Record<string, number>)[currency] ?? 2; // 2: no currency yet
}

/**
 * An amount in minor units as the reader writes it: "€12.50". Hundredths that people
 * do not use ("Ft 1,500") are written only where there are some.
 */
export function money(minor: number, currency: string): string {
	const digits = digitsOf(currency);
	const whole = minor % 10 ** digits === 0;
	return new Intl.NumberFormat(language.locale, {
		style: 'currency',
		currency,
		...(!whole && { minimumFractionDigits: digits, maximumFractionDigits: digits })
	}).format(minor / 10 ** digits);
}

/** What one ticket of a tier costs, with its fees: "€12.00", or where buyers choose "from €5.00" and "Free – €12.00". */
export function tierPrice(t: Schema['Tier']): string {
	const currency = t.currency ?? 'EUR';
	if (t.pricing === 'fixed') return money(t.unit_gross + t.unit_fees, currency);
	return priceRange({ lowest: (t.price_min ?? 0) + (t.price_min_fees ?? 0), highest: t.price + t.unit_fees, currency });
}

/** What tickets cost: "Free", "€12.00", "from €12.00", "Free – €12.00". */
export function priceRange({ lowest, highest, currency }: Schema['PriceRange']): string {
	const amount = (minor: number) => (minor === 0 || !currency ? guest('price.free') : money(minor, currency));
	if (lowest === highest) return amount(lowest);
	return lowest === 0 ? `${amount(0)} – ${amount(highest)}` : guest('price.from', { amount: amount(lowest) });
}
