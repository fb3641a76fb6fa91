import { digitsOf } from './money';

/** Text with the digits and the decimal sign that Arabic keyboards have as those of others: "١٢٫٥" is "12.5". */
const western = (text: string) => text.replace(/[٠-٩۰-۹]/g, (c) => String(c.charCodeAt(0) & 0xf)).replace('٫', '.');

/**
 * Minor units of what somebody typed, "12.50" or "12,5" or "١٢٫٥"; undefined when it is not an
 * amount. Where money goes out, "1.234" is refused and not guessed at.
 */
export function minor(text: string, currency: string): number | undefined {
	const m = /^(\d{1,12})(?:[.,](\d+))?$/.exec(western(text.trim()));
	if (!m) return undefined;
	const digits = digitsOf(currency);
	const fraction = m[2] ?? '';
	if (fraction.length > digits) return undefined;
	return Number(m[1] + fraction.padEnd(digits, '0'));
}

/** Minor units as one types them: "12.50". */
export function plain(amount: number, currency: string): string {
	const digits = digitsOf(currency);
	return (amount / 10 ** digits).toFixed(digits);
}
