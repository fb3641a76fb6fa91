import { readFileSync } from 'node:fs';
import ICAL from 'ical.js';
import { expect, it } from 'vitest';
import { ics } from './calendar';

// What the server writes for calendar programs, with what is in it (internal/calendar).
const written = (name: string) => readFileSync(`${import.meta.dirname}/../../../../internal/calendar/testdata/${name}`, 'utf8');

interface Read {
	Name: string;
	Entries:
		| {
				UID: string;
				Starts: string;
				Ends: string;
				Sequence: number;
				Summary: string;
				Description: string;
				Location: string;
				Status: string;
				Categories: string[] | null;
		  }[]
		| null;
}

/** What ical.js reads. */
function read(text: string): Read {
	const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
	const utc = (e: ICAL.Component, name: string) => {
		const at = e.getFirstPropertyValue(name) as ICAL.Time;
		expect(at.zone!.tzid).toBe('UTC');
		return at.toICALString();
	};
	const words = (e: ICAL.Component, name: string) => (e.getFirstPropertyValue(name) as string | null) ?? '';
	const entries = calendar.getAllSubcomponents('vevent').map((e) => ({
		UID: words(e, 'uid'),
		Starts: utc(e, 'dtstart'),
		Ends: utc(e, 'dtend'),
		Sequence: e.getFirstPropertyValue('sequence') as unknown as number,
		Summary: words(e, 'summary'),
		Description: words(e, 'description'),
		Location: words(e, 'location'),
		Status: words(e, 'status'),
		Categories: e.getAllProperties('categories').flatMap((c) => c.getValues() as string[])
	}));
	return { Name: words(calendar, 'name'), Entries: entries };
}

it.each(['season', 'empty'])('reads the calendar %s as it was meant', (name) => {
	const want = JSON.parse(written(`${name}.json`)) as Read;
	const got = read(written(`${name}.ics`));
	expect(got.Name).toBe(want.Name);
	expect(got.Entries).toHaveLength(want.Entries?.length ?? 0);
	for (const [i, entry] of (got.Entries ?? []).entries()) {
		expect({ ...want.Entries![i]!, Categories: want.Entries![i]!.Categories ?? [] }).toMatchObject(entry);
	}
});

it('writes a file that others read', () => {
	const description = 'Füße; naß, \\ 🎻\n'.repeat(30);
	const text = ics(
		{
			id: 'evt_3k9q0a7c1v5m',
			title: 'Night, of; "Strings"',
			description,
			location: 'Old Harbour',
			starts_at: '2027-10-30T17:30:00Z',
			ends_at: '2027-10-31T02:30:00Z',
			url: 'https://holdfast.example/events/evt_3k9q0a7c1v5m',
			ledger_seq: 7
		},
		new Date('2027-09-01T08:00:00Z')
	);
	expect(text.split('\r\n').filter((l) => new TextEncoder().encode(l).length > 75)).toEqual([]);
	expect(read(text).Entries).toMatchObject([
		{
			UID: 'evt_3k9q0a7c1v5m@holdfast.example',
			Starts: '20271030T173000Z',
			Sequence: 7,
			Summary: 'Night, of; "Strings"',
			Description: description,
			Location: 'Old Harbour'
		}
	]);
});
