/**
 * Times as people type them: a date and a time on the clocks of a zone, as the
 * native inputs have them ("2027-05-01", "18:00"), and what moment that is.
 */

const parts = new Map<string, Intl.DateTimeFormat>();

function formatter(zone: string): Intl.DateTimeFormat {
	let f = parts.get(zone);
	if (!f) {
		f = new Intl.DateTimeFormat('en-CA', {
			timeZone: zone,
			year: 'numeric',
			month: '2-digit',
			day: '2-digit',
			hour: '2-digit',
			minute: '2-digit',
			second: '2-digit',
			hourCycle: 'h23'
		});
		parts.set(zone, f);
	}
	return f;
}

/** What clocks in a zone show at a moment. */
export function localOf(at: Date, zone: string): { date: string; time: string } {
	const get = Object.fromEntries(
		formatter(zone)
			.formatToParts(at)
			.map((p) => [p.type, p.value])
	);
	return { date: `${get['year']}-${get['month']}-${get['day']}`, time: `${get['hour']}:${get['minute']}` };
}

/** How far clocks in a zone are ahead of UTC at a moment, in ms. */
function ahead(at: number, zone: string): number {
	const { date, time } = localOf(new Date(at), zone);
	return Date.parse(`${date}T${time}:00Z`) - Math.floor(at / 60_000) * 60_000;
}

/**
 * The moment at which clocks in a zone show a date and a time; undefined when
 * either is missing. A time that clocks jump over is the moment after the jump,
 * of one that they show twice it is the first.
 */
export function momentOf(date: string, time: string, zone: string): Date | undefined {
	const shown = Date.parse(`${date}T${time}:00Z`);
	if (!/^\d{4,6}-\d\d-\d\d$/.test(date) || !/^\d\d:\d\d$/.test(time) || Number.isNaN(shown)) return undefined;
	const day = 86_400_000;
	// The offsets in force around it: with the larger one the moment is earlier.
	const [before, after] = [ahead(shown - day, zone), ahead(shown + day, zone)];
	for (const offset of [Math.max(before, after), Math.min(before, after)]) {
		if (ahead(shown - offset, zone) === offset) return new Date(shown - offset);
	}
	return new Date(shown - Math.min(before, after)); // jumped over
}

/** A date and a time together, as an input of the kind datetime-local has them. */
export function together(at: Date, zone: string): string {
	const { date, time } = localOf(at, zone);
	return `${date}T${time}`;
}

/** Takes such a text apart again. */
export function momentOfText(text: string, zone: string): Date | undefined {
	const [date = '', time = ''] = text.split('T');
	return momentOf(date, time.slice(0, 5), zone);
}

/** All zones that the browser knows, one that may be missing among them. */
export function allZones(also: string): string[] {
	const known = 'supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone') : [];
	return [...new Set([...known, 'UTC', also])].sort();
}
