/** How many decimals a currency has. */
function decimals(currency: string): number {
	return new Intl.NumberFormat('en', { style: 'currency', currency: currency || 'EUR' }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** Minor units of what somebody typed, "12.50" or "12,5"; undefined when it is no amount. */
export function minor(text: string, currency: string): number | undefined {
	const m = /^(\d{1,12})(?:[.,](\d+))?$/.exec(text.trim());
	if (!m) return undefined;
	const digits = decimals(currency);
	const fraction = m[2] ?? '';
	if (fraction.length > digits) return undefined;
	return Number(m[1] + fraction.padEnd(digits, '0'));
}

/** Minor units as one types them: "12.50". */
export function plain(amount: number, currency: string): string {
	const digits = decimals(currency);
	return (amount / 10 ** digits).toFixed(digits);
}
