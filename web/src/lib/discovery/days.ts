/** Days that people ask for, by name; '': any. `from` and `to` are days of the calendar, as 2026-11-28, both among them. */
export const spans = ['', 'today', 'tomorrow', 'weekend', 'week', 'month'] as const;
export type Span = (typeof spans)[number];
export interface Days {
	from: string;
	to: string;
}

function day(date: Date, later: number): string {
	// Noon, so that no change of the clocks moves the day.
	const d = new Date(date.getFullYear(), date.getMonth(), date.getDate() + later, 12);
	return `${d.getFullYear()}-${String(d.getMonth() + 1).padStart(2, '0')}-${String(d.getDate()).padStart(2, '0')}`;
}

/** The days of a span that is named on a day. The weekend begins on Friday, and is the one under way if there is one. */
export function daysOf(span: Span, today: Date): Days {
	const between = (first: number, last: number) => ({ from: day(today, first), to: day(today, last) });
	const weekday = (today.getDay() + 6) % 7; // Monday is 0
	switch (span) {
		case '':
			return { from: '', to: '' };
		case 'today':
			return between(0, 0);
		case 'tomorrow':
			return between(1, 1);
		case 'weekend':
			return between(Math.max(0, 4 - weekday), 6 - weekday);
		case 'week':
			return between(0, 6);
		case 'month':
			return between(0, 29);
	}
}

/** The name of the days that a search asks for; undefined: they have none. */
export function spanOf({ from, to }: Days, today: Date): Span | undefined {
	return spans.find((span) => {
		const days = daysOf(span, today);
		return days.from === from && days.to === to;
	});
}
