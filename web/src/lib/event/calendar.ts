/** What a calendar needs to know of an event. */
export interface Appointment {
	id: string;
	title: string;
	description: string;
	location: string;
	starts_at: string;
	ends_at: string;
	url: string;
}

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
			`UID:${a.id}@holdfast`,
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

/** Hands a file to the browser. */
export function download(name: string, type: string, content: string): void {
	const url = URL.createObjectURL(new Blob([content], { type }));
	const a = document.createElement('a');
	a.href = url;
	a.download = name;
	a.click();
	URL.revokeObjectURL(url);
}
