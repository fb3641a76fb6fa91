import { language } from './language.svelte';

const made = new Map<string, Intl.DateTimeFormat>();

function format(zone: string | undefined, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
	const key = `${language.locale} ${zone ?? ''} ${JSON.stringify(options)}`;
	let f = made.get(key);
	if (!f) {
		f = new Intl.DateTimeFormat(language.locale, zone === undefined ? options : { ...options, timeZone: zone });
		made.set(key, f);
	}
	return f;
}

/** The zone of whoever reads. */
export function readersZone(): string {
	return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** "Friday, 4 December 2026" */
export function day(at: Date, zone?: string): string {
	return format(zone, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(at);
}

/** "Fri 4 Dec" */
export function shortDay(at: Date, zone?: string): string {
	return format(zone, { weekday: 'short', day: 'numeric', month: 'short' }).format(at);
}

/** "Friday" */
export function weekdayName(at: Date, zone?: string): string {
	return format(zone, { weekday: 'long' }).format(at);
}

/** "Dec" */
export function month(at: Date, zone?: string): string {
	return format(zone, { month: 'short' }).format(at).replace('.', '');
}

/** "Fri", or "Friday" */
export function weekday(at: Date, form: 'short' | 'long', zone?: string): string {
	return format(zone, { weekday: form }).format(at);
}

/** "4" */
export function dayOfMonth(at: Date, zone?: string): string {
	return (
		format(zone, { day: 'numeric' })
			.formatToParts(at)
			.find((p) => p.type === 'day')?.value ?? ''
	);
}

/** "18:00", or "6:00 pm" where it is written so. */
export function clock(at: Date, zone?: string): string {
	return format(zone, { hour: 'numeric', minute: '2-digit' }).format(at);
}

/** "Fri 4 Dec, 18:00" */
export function moment(at: Date, zone?: string): string {
	return format(zone, { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' }).format(at);
}

/** Whether two moments lie on the same day of a zone. */
export function sameDay(a: Date, b: Date, zone?: string): boolean {
	const f = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
	return f.format(a) === f.format(b);
}

/** How long something may last into the next day before its end needs a date, in ms. */
const longestNight = 14 * 3_600_000;

/** "18:00 – 21:00", with the day of the end when it is another and no night explains it. */
export function hours(from: Date, to: Date, zone?: string): string {
	return `${clock(from, zone)} – ${severalDays(from, to, zone) ? moment(to, zone) : clock(to, zone)}`;
}

/** Whether something lasts into another day, and no night explains it. */
export function severalDays(from: Date, to: Date, zone?: string): boolean {
	return to.getTime() - from.getTime() > longestNight && !sameDay(from, to, zone);
}

/** "29 November – 13 December 2026" */
export function days(from: Date, to: Date, zone?: string): string {
	return format(zone, { day: 'numeric', month: 'long', year: 'numeric' }).formatRange(from, to);
}

/** "29 Nov – 13 Dec" */
export function shortDays(from: Date, to: Date, zone?: string): string {
	return format(zone, { day: 'numeric', month: 'short' }).formatRange(from, to);
}

/** How a zone is called at a moment: "CET", "GMT+9". */
export function zoneName(at: Date, zone?: string): string {
	return (
		format(zone, { hour: 'numeric', timeZoneName: 'short' })
			.formatToParts(at)
			.find((p) => p.type === 'timeZoneName')?.value ?? ''
	);
}

/** Whether clocks in two zones show the same at a moment. */
export function sameClock(at: Date, a: string, b: string): boolean {
	const show = (zone: string) => new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(at);
	return show(a) === show(b);
}

const units: [Intl.RelativeTimeFormatUnit, number][] = [
	['day', 86_400_000],
	['hour', 3_600_000],
	['minute', 60_000]
];

/** "in 3 days", "2 hours ago". */
export function relative(at: Date, now: Date = new Date()): string {
	const away = at.getTime() - now.getTime();
	const f = new Intl.RelativeTimeFormat(language.locale, { numeric: 'auto' });
	for (const [unit, size] of units) {
		if (Math.abs(away) >= size) return f.format(Math.trunc(away / size), unit);
	}
	return f.format(Math.trunc(away / 1000), 'second');
}
