/** Notes that people pay with, in whole units of a currency with hundredths. */
const notes = [5, 10, 20, 50, 100] as const;

/**
 * What somebody may hand over for an amount, both in minor units: exactly that, and the next
 * amounts that notes come to. At most six, each once, the smallest first.
 */
export function handed(total: number, digits: number): number[] {
	const unit = 10 ** digits;
	const rounded = notes.map((n) => Math.ceil(total / (n * unit)) * n * unit);
	return [...new Set([total, ...rounded])].sort((a, b) => a - b).slice(0, 6);
}
