import { digitsOf } from '$lib/event/money';
import { language } from '$lib/i18n/language.svelte';

/**
 * Reads an amount as people type it, with a point or a comma, into minor units;
 * undefined when it is none. "1.234,50" and "1,234.50" are the same amount.
 */
export function minorOf(text: string, currency: string): number | undefined {
	const digits = digitsOf(currency);
	const clean = text.trim().replace(/[\s'’]/g, '');
	if (clean === '') return undefined;
	const last = Math.max(clean.lastIndexOf('.'), clean.lastIndexOf(','));
	const tail = last < 0 ? '' : clean.slice(last + 1);
	// Three digits behind the only kind of mark separate thousands.
	const grouped = last >= 0 && tail.length === 3 && digits < 3 && !(clean.includes('.') && clean.includes(','));
	const whole = (last < 0 || grouped ? clean : clean.slice(0, last)).replace(/[.,]/g, '');
	const fraction = last < 0 || grouped ? '' : tail;
	if (!/^\d+$/.test(whole || '0') || !/^\d*$/.test(fraction) || fraction.length > digits) return undefined;
	return Number((whole || '0') + fraction.padEnd(digits, '0'));
}

/** Writes minor units as people type them. */
export function typed(minor: number, currency: string): string {
	const digits = digitsOf(currency);
	return new Intl.NumberFormat(language.locale, {
		useGrouping: false,
		minimumFractionDigits: minor % 10 ** digits === 0 ? 0 : digits,
		maximumFractionDigits: digits
	}).format(minor / 10 ** digits);
}

/** A whole number of at least `least`, or undefined. */
export function whole(text: string, least = 0): number | undefined {
	const clean = text.trim();
	if (!/^\d{1,9}$/.test(clean)) return undefined;
	const n = Number(clean);
	return n >= least ? n : undefined;
}
