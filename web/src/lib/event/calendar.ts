import { eventPath } from './event';

/** What a calendar needs to know of an event. */
export interface Appointment {
	id: string;
	title: string;
	description: string;
	location: string;
	starts_at: string;
	ends_at: string;
	url: string;
	/** Grows with every change, so that a calendar knows the newer entry. */
	ledger_seq: number;
}

/** An event as a calendar needs it, when its page is on this site. */
export function appointment(event: Omit<Appointment, 'url'>): Appointment {
	return { ...event, url: new URL(eventPath(event.id), location.href).href };
}

/** An event as it stands in the calendar of a ticket holder: with where it takes place online. */
export function withOnline<E extends Pick<Appointment, 'description' | 'location'>>(event: E, online: string | undefined): E {
	if (!online) return event;
	return { ...event, location: event.location || online, description: [event.description, online].filter(Boolean).join('\n\n') };
}

/** How much of a description goes into an address: browsers and servers take about 8,000 bytes. */
const longestText = 700;

/** A moment as iCalendar writes it, in UTC. */
function stamp(iso: string): string {
	return new Date(iso).toISOString().replace(/[-:]|\.\d{3}/g, '');
}

function text(s: string): string {
	return s.replace(/[\\;,]/g, (c) => `\\${c}`).replace(/\r?\n/g, '\\n');
}

/** Lines have at most 75 bytes (RFC 5545, 3.1); a longer one goes on after a space. */
function fold(line: string): string {
	const bytes = new TextEncoder();
	const out: string[] = [];
	let part = '';
	let size = 0;
	for (const c of line) {
		const n = bytes.encode(c).length;
		if (size + n > 75) {
			out.push(part);
			part = ' ';
			size = 1;
		}
		part += c;
		size += n;
	}
	return [...out, part].join('\r\n');
}

/** An event as an iCalendar file (RFC 5545). */
export function ics(a: Appointment, now: Date = new Date()): string {
	return (
		[
			'BEGIN:VCALENDAR',
			'VERSION:2.0',
			'PRODID:-//Holdfast//Events//EN',
			'BEGIN:VEVENT',
			// The same as in mails and feeds: whoever has it from two of them has it once.
			`UID:${a.id}@${new URL(a.url).hostname}`,
			`SEQUENCE:${a.ledger_seq}`,
			`DTSTAMP:${stamp(now.toISOString())}`,
			`DTSTART:${stamp(a.starts_at)}`,
			`DTEND:${stamp(a.ends_at)}`,
			`SUMMARY:${text(a.title)}`,
			...(a.location ? [`LOCATION:${text(a.location)}`] : []),
			...(a.description ? [`DESCRIPTION:${text(a.description)}`] : []),
			`URL:${a.url}`,
			'END:VEVENT',
			'END:VCALENDAR'
		]
			.map(fold)
			.join('\r\n') + '\r\n'
	);
}

/** Where a calendar on the web takes an event: a form that is filled in, and saved there. */
export function webCalendars(a: Appointment): { google: string; outlook: string } {
	const details = [a.description, a.url].filter(Boolean).join('\n\n').slice(0, longestText);
	const google = new URLSearchParams({
		action: 'TEMPLATE',
		text: a.title,
		dates: `${stamp(a.starts_at)}/${stamp(a.ends_at)}`,
		location: a.location,
		details
	});
	const outlook = new URLSearchParams({
		path: '/calendar/action/compose',
		rru: 'addevent',
		subject: a.title,
		startdt: new Date(a.starts_at).toISOString(),
		enddt: new Date(a.ends_at).toISOString(),
		location: a.location,
		body: details
	});
	// Outlook shows a plus as it is.
	return {
		google: `https://calendar.google.com/calendar/render?${google.toString()}`,
		outlook: `https://outlook.live.com/calendar/0/deeplink/compose?${outlook.toString().replace(/\+/g, '%20')}`
	};
}
