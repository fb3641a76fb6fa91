import { describe, expect, it } from 'vitest';
import type { Schema } from '$lib/api/client';
import { ics, webCalendars } from '$lib/event/calendar';
import { canFill, free, mapLink, phaseOf, type Event, type Tier } from '$lib/event/event';
import { checkRegistration } from '$lib/registration/registration';
import { endingOf, viewOf, type Standing } from './standing';
import { artOf } from '$lib/ui/art';
import { languages, preferred } from '$lib/i18n/language.svelte';

const now = Date.parse('2027-05-01T12:00:00Z');
const hour = 3_600_000;
const at = (away: number) => new Date(now + away).toISOString();

const tier = (t: Partial<Tier> = {}): Tier => ({
	id: 't',
	name: 'General',
	kind: 'ticket',
	pools: ['p'],
	capacity: 5,
	available: 2,
	waiting: 0,
	waitlist: true,
	price: 0,
	pricing: 'fixed',
	unit_gross: 0,
	unit_fees: 0,
	unit_net: 0,
	unit_tax: 0,
	tax_included: true,
	tax_rate_bp: 0,
	max_per_order: 0,
	sale_starts_at: null,
	sale_ends_at: null,
	...t
});

function event(e: Partial<Event> = {}): Event {
	return {
		id: 'evt_1',
		status: 'published',
		title: 'Tea',
		starts_at: at(hour),
		ends_at: at(3 * hour),
		registration_cutoff: null,
		tiers: [tier()],
		waitlist: { enabled: true } as Event['waitlist'],
		...e
	} as Event;
}

describe('phase of an event', () => {
	it('follows what can be done', () => {
		expect(phaseOf(event(), now)).toBe('open');
		expect(phaseOf(event({ tiers: [tier({ available: 0 })] }), now)).toBe('full');
		// What is free is reserved for whoever waits.
		expect(phaseOf(event({ tiers: [tier({ available: 2, waiting: 1 })] }), now)).toBe('full');
		expect(phaseOf(event({ tiers: [tier({ available: 0 })], waitlist: { enabled: false } as Event['waitlist'] }), now)).toBe('fullNoWaitlist');
		expect(phaseOf(event({ registration_cutoff: at(0) }), now)).toBe('closed');
		expect(phaseOf(event({ ends_at: at(0) }), now)).toBe('over');
		expect(phaseOf(event({ status: 'cancelled', ends_at: at(0) }), now)).toBe('cancelled');
	});
	it('without a bound has places whoever waits elsewhere, and nobody waits in it', () => {
		const unbounded = tier({ capacity: null, available: 10_000_000 });
		const availability = (waiting: number) => ({ availability: { waiting } as Event['availability'] });
		expect(phaseOf(event({ tiers: [unbounded] }), now)).toBe('open');
		expect(canFill(event({ tiers: [unbounded], ...availability(0) }))).toBe(false);
		expect(canFill(event({ tiers: [unbounded, tier()], ...availability(0) }))).toBe(true);
		expect(canFill(event({ tiers: [unbounded], ...availability(1) }))).toBe(true);
	});
	it('never counts below nothing', () => {
		expect(free(tier({ available: -3 }))).toBe(0);
	});
});

describe('where a person stands', () => {
	const standing = (s: Partial<Standing>): Standing => ({ event: event(), kind: 'offer', tickets: [], ...s });
	const offer = (o: Partial<Schema['Offer']>) => ({ status: 'open', expires_at: at(hour), ...o }) as Schema['Offer'];
	it('shows an offer until its time is over, to the second', () => {
		const s = standing({ offer: offer({}) });
		expect(viewOf(s, now)).toBe('offer');
		expect(viewOf(s, now + hour)).toBe('ended');
		expect(endingOf(s)).toBe('offer.expired');
	});
	it('shows tickets once there is an order, and nothing but the end of an event that is over', () => {
		const s = standing({ offer: offer({ status: 'accepted' }), order: { status: 'confirmed' } as Schema['Order'] });
		expect(viewOf(s, now)).toBe('order');
		expect(viewOf(s, now + 3 * hour)).toBe('over');
		expect(viewOf({ ...s, event: event({ status: 'cancelled' }) }, now)).toBe('cancelled');
	});
	it('shows the place of a person who waits', () => {
		expect(viewOf(standing({ kind: 'entry', entry: { status: 'waiting' } as Schema['Entry'] }), now)).toBe('place');
		expect(endingOf(standing({ kind: 'entry', entry: { status: 'left' } as Schema['Entry'] }))).toBe('entry.left');
	});
});

describe('a registration', () => {
	it('names each field that is wrong', () => {
		const p = checkRegistration({ name: '', email: 'ada', guests: [{ name: 'Grace' }, { name: '' }] });
		expect(p?.fields.map((f) => [f.field, f.code])).toEqual([
			['name', 'required'],
			['email', 'bad_format'],
			['guests[1].name', 'required']
		]);
		expect(checkRegistration({ name: 'Ada', email: 'ada@example.org' })).toBeUndefined();
	});
});

describe('a calendar file', () => {
	it('escapes and folds', () => {
		const file = ics(
			{
				id: 'evt_1',
				title: 'Tea; cake, talk',
				description: 'Line\n'.repeat(40) + 'ä'.repeat(90),
				location: 'Pier 2',
				starts_at: at(0),
				ends_at: at(hour),
				url: 'https://x.example/e',
				ledger_seq: 7
			},
			new Date(now)
		);
		expect(file).toContain('UID:evt_1@x.example\r\n');
		expect(file).toContain('SEQUENCE:7\r\n');
		expect(file).toContain('SUMMARY:Tea\\; cake\\, talk\r\n');
		expect(file).toContain('DTSTART:20270501T120000Z\r\n');
		const bytes = new TextEncoder();
		for (const line of file.split('\r\n')) expect(bytes.encode(line).length).toBeLessThanOrEqual(75);
		expect(file.replace(/\r\n /g, '')).toContain(`DESCRIPTION:${'Line\\n'.repeat(40)}${'ä'.repeat(90)}\r\n`);
	});
});

describe('calendars on the web', () => {
	it('are told the same moments, and the address of the page', () => {
		const { google, outlook } = webCalendars({
			id: 'evt_1',
			title: 'Tea & cake',
			description: 'x'.repeat(5000),
			location: 'Pier 2',
			starts_at: at(0),
			ends_at: at(hour),
			url: 'https://x.example/e',
			ledger_seq: 7
		});
		const g = new URL(google).searchParams;
		expect([g.get('text'), g.get('dates'), g.get('location')]).toEqual(['Tea & cake', '20270501T120000Z/20270501T130000Z', 'Pier 2']);
		const o = new URL(outlook);
		expect([o.searchParams.get('subject'), o.searchParams.get('startdt'), o.searchParams.get('enddt')]).toEqual(['Tea & cake', at(0), at(hour)]);
		expect(o.search).not.toContain('+');
		expect(google.length).toBeLessThan(2000);
	});
});

describe('small things', () => {
	it('links to a map unless the place is a web address', () => {
		expect(mapLink('Pier 2 & 3')).toBe('https://www.openstreetmap.org/search?query=Pier%202%20%26%203');
		expect(mapLink('Pier 2', '53.5436,9.9889')).toBe('https://www.openstreetmap.org/?mlat=53.5436&mlon=9.9889#map=17/53.5436/9.9889');
		expect(mapLink('https://meet.example/x')).toBeUndefined();
		expect(mapLink(' ')).toBeUndefined();
	});
	it('draws the same cover for the same event, and another for another', () => {
		expect(artOf('evt_1')).toEqual(artOf('evt_1'));
		expect(artOf('evt_1')).not.toEqual(artOf('evt_2'));
	});
	it('speaks the first of the reader’s languages that it has', () => {
		expect(preferred(null, ['ja-JP', 'de-AT', 'en'], languages)).toBe('de');
		expect(preferred('en', ['de'], languages)).toBe('en');
		expect(preferred('xx', ['ja'], languages)).toBe('en');
	});
});
