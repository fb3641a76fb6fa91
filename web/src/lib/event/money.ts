import { language } from '$lib/i18n/language.svelte';

/** An amount in minor units as the reader writes it: "€12.50". */
export function money(minor: number, currency: string): string {
	const f = new Intl.NumberFormat(language.locale, { style: 'currency', currency });
	const digits = f.resolvedOptions().maximumFractionDigits ?? 2;
	return f.format(minor / 10 ** digits);
}
