import { language } from '$lib/i18n/language.svelte';
import { digitsOf } from '$lib/organizer/amount';

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
