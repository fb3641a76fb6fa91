/** The arithmetic of charts: what stands where, and what its axis says. */

/** The next round number that is at least n: 1, 2, 5, 10, 20, 50, … */
export function roundUp(n: number): number {
	if (n <= 1) return 1;
	const power = 10 ** Math.floor(Math.log10(n));
	return [1, 2, 5, 10].map((m) => m * power).find((m) => m >= n)!;
}

/** Round numbers from 0 up to what `most` needs, about so many. */
export function levels(most: number, about = 4): number[] {
	const needed = Math.max(1, most);
	const step = roundUp(needed / about);
	const list = [];
	for (let n = 0; n < needed + step; n += step) list.push(n);
	return list;
}

export interface Moment {
	at: number;
	value: number;
}

/** What a series was worth at a moment: that of the last point not after it. */
export function valueAt(series: readonly Moment[], at: number): number {
	let value = 0;
	for (const p of series) {
		if (p.at > at) break;
		value = p.value;
	}
	return value;
}

export interface Frame {
	from: number;
	to: number;
	top: number;
	width: number;
	height: number;
}

export const xOf = (f: Frame, at: number) => (f.width * (Math.min(Math.max(at, f.from), f.to) - f.from)) / Math.max(1, f.to - f.from);
export const yOf = (f: Frame, value: number) => f.height - (f.height * Math.min(value, f.top)) / Math.max(1, f.top);

const short = (n: number) => Math.round(n * 10) / 10;

/** A line of steps: a value stays until the next one. */
export function steps(series: readonly Moment[], f: Frame): string {
	let d = `M0 ${short(yOf(f, valueAt(series, f.from)))}`;
	for (const p of series) {
		if (p.at <= f.from || p.at > f.to) continue;
		d += `H${short(xOf(f, p.at))}V${short(yOf(f, p.value))}`;
	}
	return `${d}H${short(f.width)}`;
}

/** The same, with the ground below it. */
export function ground(series: readonly Moment[], f: Frame): string {
	return `${steps(series, f)}V${f.height}H0Z`;
}

/** Moments for an axis, so many that their labels have room. */
export function ticks(from: number, to: number, count: number): number[] {
	return Array.from({ length: count }, (_, i) => from + ((to - from) * i) / Math.max(1, count - 1));
}
