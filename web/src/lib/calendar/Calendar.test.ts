import * as navigation from '$app/navigation';
import { fireEvent, render, screen, within } from '@testing-library/svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import { money } from '$lib/event/money';
import { clock, day } from '$lib/i18n/dates';
import { session } from '$lib/session.svelte';
import { calendar } from '$lib/translations/calendar';
import { core } from '$lib/translations/core';
import { refusals } from '$lib/translations/refusals';
import calendarTexts from '$lib/translations/calendar.json';
import { leastOf } from '$lib/testing/contract';
import { languages, on, reading, serve, speak, until } from '$lib/testing/page';
import { answer, refusal, type Received } from '$lib/testing/server';
import Calendar from './Calendar.svelte';
import { dateAfter } from './days';
import type { Booking, Venue } from './house';

const test = serve();
let search = '';
on(() => `/calendar${search}`);
let went: string[] = [];
const now = new Date('2027-05-31T08:00:00Z');
const room = (id: string, name: string, part_of?: string) => ({ ...leastOf('Room'), id, venue_id: 'ven_1', name, ...(part_of && { part_of }) });
const venue: Venue = {
	...leastOf('VenueWithRooms'),
	id: 'ven_1',
	name: 'Old harbour',
	timezone: 'Europe/Berlin',
	default_setup_minutes: 30,
	opening_hours: { weekly: [{ weekday: 'tuesday', opens: '09:00', closes: '22:00' }] },
	rooms: [room('roo_h', 'Hall'), room('roo_e', 'East', 'roo_h'), room('roo_c', 'Cellar')]
};
function booking(of: Partial<Booking>): Booking {
	const b = { ...leastOf('Booking'), id: 'bkg_1', venue_id: 'ven_1', status: 'confirmed' as const, rooms: ['roo_e'], purpose: 'Choir', ...of };
	return {
		...b,
		starts_at: of.starts_at ?? '2027-06-01T08:00:00Z',
		ends_at: of.ends_at ?? '2027-06-01T10:00:00Z',
		busy_from: of.busy_from ?? '2027-06-01T07:30:00Z',
		busy_to: of.busy_to ?? '2027-06-01T10:00:00Z'
	};
}

let list: Booking[];
beforeEach(async () => {
	vi.useFakeTimers({ now, toFake: ['Date'] });
	await Promise.all([core.load(), calendar.load(), refusals.load()]);
	list = [booking({})];
	search = '?view=day&date=2027-06-01';
	went = [];
	vi.spyOn(navigation, 'goto').mockImplementation(async (to) => void went.push(String(to)));
	enter('owner');
	test.server.on('GET /v1/venues/{venue_id}', venue);
	test.server.on('GET /v1/venues/{venue_id}/bookings', (r: Received) =>
		answer({ items: list.filter((b) => (r.query.get('booking_status') ?? b.status) === b.status) })
	);
	test.server.on('GET /v1/venues/{venue_id}/booking-days', (r: Received) =>
		answer({
			more: false,
			items: Array.from({ length: Number(r.query.get('days')) }, (_, i) => {
				const date = dateAfter(r.query.get('date')!, i);
				const on = list.filter((b) => b.starts_at.slice(0, 10) === date);
				const first = on.slice(0, 3).map(({ id, status, starts_at, ends_at, purpose, add_ons, cost }) => ({
					id,
					status,
					starts_at,
					ends_at,
					purpose,
					...(add_ons && { add_ons, currency: cost?.currency })
				}));
				return { date, bookings: on.length, requested: on.filter((b) => b.status === 'requested').length, first };
			})
		})
	);
	test.server.on('GET /v1/venues/{venue_id}/overdue-bookings', () => answer({ items: [] }));
	test.server.on('GET /v1/venues/{venue_id}/imported-calendars', () => answer({ items: [] }));
	test.server.on('GET /v1/venues/{venue_id}/busy-times', () => answer({ items: [] }));
	test.server.on('GET /v1/venues/{venue_id}/add-ons', () => answer({ items: [] }));
	test.server.on('POST /v1/venues/{venue_id}/bookings:check', (r: Received) =>
		answer({ status: 'confirmed', starts_at: r.body['starts_at'], ends_at: r.body['ends_at'], busy_from: r.body['starts_at'], busy_to: r.body['ends_at'] })
	);
});

function enter(role: 'owner' | 'viewer') {
	session.set({
		kind: 'person',
		setup_required: false,
		may_create_organization: false,
		account: { id: 'acc_1', email: 'ada@example.org', name: 'Ada', locale: 'en', suggestions: true },
		memberships: [{ organization: { id: 'org_1', name: 'Kulturhaus', color: '' }, role, passkey_required: false, oidc_required: false }]
	});
}

/** What clocks at the venue show, as the reader writes it. */
const at = (time: string) => clock(new Date(`2027-06-01T${time}:00+02:00`), venue.timezone);
const span = (from: string, to: string) => `${at(from)} – ${at(to)}`;
const cell = (name: string | RegExp) => screen.getByRole('gridcell', { name });

it.each(languages)('says of each time of each room what is there (%s)', async (l) => {
	await speak(l);
	render(Calendar, { id: 'ven_1' });
	const words = reading(calendarTexts, l);
	await until(() => screen.getAllByRole('gridcell', { name: /Choir/ }));
	expect(screen.getAllByRole('columnheader').map((h) => h.textContent.trim())).toEqual([words('grid.time'), 'Cellar', 'Hall', 'East']);
	expect(screen.getAllByRole('gridcell').length).toBe(3 * 48);
	const name = (r: string, time: string, what: string) => `${r}, ${at(time)}, ${what}`;
	const values = { name: 'Choir', hours: span('10:00', '12:00'), status: words('status.confirmed') };
	cell(name('East', '09:30', words('cell.setup', values)));
	cell(name('East', '10:00', words('cell.booked', values)));
	cell(name('Hall', '11:30', words('cell.part', values)));
	cell(name('Hall', '12:00', words('cell.free')));
	cell(name('Cellar', '10:00', words('cell.free')));
	cell(name('Cellar', '08:30', words('cell.closed')));
});

it('is walked through and booked by keyboard, and is one stop for Tab', async () => {
	const sent = vi.fn((r: Received) => answer({ ...booking({ id: 'bkg_2' }), starts_at: r.body['starts_at'] as string }, 201));
	test.server.on('POST /v1/venues/{venue_id}/bookings', sent);
	render(Calendar, { id: 'ven_1' });
	await until(() => screen.getAllByRole('gridcell', { name: /Choir/ }));
	const stops = screen.getAllByRole('gridcell').filter((c) => c.tabIndex === 0);
	expect(stops.map((c) => c.getAttribute('aria-label'))).toEqual([`Cellar, ${at('09:00')}, free`]);
	stops[0]!.focus();
	const press = async (key: string, more: object = {}) => {
		await fireEvent.keyDown(document.activeElement!, { key, ...more });
		await until(() => undefined);
	};
	await press('ArrowRight');
	await press('ArrowDown');
	expect(document.activeElement?.getAttribute('aria-label')).toContain(`Hall, ${at('09:30')}, part of the room taken`);
	await press('ArrowLeft');
	await press('PageDown');
	expect(document.activeElement?.getAttribute('aria-label')).toBe(`Cellar, ${at('11:30')}, free`);
	await press('ArrowDown', { shiftKey: true });
	await press('ArrowDown', { shiftKey: true });
	expect(screen.getAllByRole('gridcell', { selected: true }).length).toBe(3);
	expect(screen.getAllByRole('status').some((s) => s.textContent === `${span('11:30', '13:00')} selected`)).toBe(true);
	await press('Enter');
	const form = await screen.findByRole('dialog');
	expect(
		[within(form).getByLabelText(calendarTexts['form.from'].en), within(form).getByLabelText(calendarTexts['form.to'].en)].map(
			(f) => (f as HTMLInputElement).value
		)
	).toEqual(['11:30', '13:00']);
	expect((within(form).getByRole('checkbox', { name: 'Cellar' }) as HTMLInputElement).checked).toBe(true);
	await until(() => within(form).getByText(calendarTexts['free.confirmed'].en));
	await fireEvent.input(within(form).getByLabelText(new RegExp(calendarTexts['form.purpose'].en)), { target: { value: 'Rehearsal' } });
	await fireEvent.click(within(form).getByRole('button', { name: calendarTexts['form.book'].en }));
	await until(() => {
		if (!sent.mock.calls.length) throw new Error('nothing was sent');
	});
	expect(sent.mock.calls[0]![0].body).toEqual({
		rooms: ['roo_c'],
		starts_at: '2027-06-01T09:30:00.000Z',
		ends_at: '2027-06-01T11:00:00.000Z',
		setup_minutes: 30,
		teardown_minutes: 0,
		people: 0,
		purpose: 'Rehearsal'
	});
	await until(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('shows what is in the way before anything is sent, and the nearest free times to choose', async () => {
	const taken = refusal(409, 'room_taken');
	const conflict = {
		booking_id: 'bkg_1',
		room_id: 'roo_h',
		booked_room_id: 'roo_e',
		starts_at: '2027-06-01T08:00:00Z',
		ends_at: '2027-06-01T10:00:00Z',
		busy_from: '2027-06-01T07:30:00Z',
		busy_to: '2027-06-01T10:00:00Z'
	};
	test.server.on('GET /v1/venues/{venue_id}/overdue-bookings', () => answer({ items: [] }));
	test.server.on('GET /v1/venues/{venue_id}/imported-calendars', () => answer({ items: [] }));
	test.server.on('GET /v1/venues/{venue_id}/busy-times', () => answer({ items: [] }));
	test.server.on('POST /v1/venues/{venue_id}/bookings:check', (r: Received) =>
		r.body['starts_at'] === '2027-06-01T10:30:00.000Z'
			? answer({ status: 'requested', starts_at: r.body['starts_at'], ends_at: r.body['ends_at'], busy_from: r.body['starts_at'], busy_to: r.body['ends_at'] })
			: { ...taken, body: { ...(taken.body as object), conflicts: [conflict], free_times: { before: null, after: '2027-06-01T10:30:00Z' } } }
	);
	render(Calendar, { id: 'ven_1' });
	await until(() => screen.getAllByRole('gridcell', { name: /Choir/ }));
	await fireEvent.click(screen.getByRole('button', { name: calendarTexts.new.en }));
	const form = await screen.findByRole('dialog');
	await fireEvent.click(within(form).getByRole('checkbox', { name: 'Hall' }));
	await until(() => within(form).getByText(/East, which Hall shares space with/));
	within(form).getByText(calendarTexts['busy'].en.replace('{hours}', span('09:30', '12:00')));
	await fireEvent.click(within(form).getByRole('button', { name: new RegExp(at('12:30')) }));
	await until(() => within(form).getByText(calendarTexts['free.requested'].en));
	expect((within(form).getByLabelText(calendarTexts['form.from'].en) as HTMLInputElement).value).toBe('12:30');
	expect(test.server.to('POST /v1/venues/{venue_id}/bookings')).toEqual([]);
});

it('confirms and declines what was requested, and cancels and moves what stands', async () => {
	list = [booking({ id: 'bkg_2', status: 'requested', purpose: 'Wedding' }), booking({ id: 'bkg_3', rooms: ['roo_c'], purpose: 'Club' })];
	const set = (id: string, status: Booking['status']) => (list = list.map((b) => (b.id === id ? { ...b, status } : b)));
	test.server.on('POST /v1/bookings/{booking_id}:confirm', (r: Received) => answer({ ...set(r.path['booking_id']!, 'confirmed')[0]! }));
	test.server.on('POST /v1/bookings/{booking_id}:cancel', (r: Received) => answer({ ...set(r.path['booking_id']!, 'cancelled')[1]! }));
	test.server.on('POST /v1/bookings/{booking_id}:move', () => refusal(409, 'booking_ended'));
	render(Calendar, { id: 'ven_1' });
	await until(() => screen.getByRole('heading', { name: '1 request to answer' }));
	await fireEvent.click(screen.getByRole('button', { name: `${calendarTexts.confirm.en} Wedding` }));
	await until(() => expect(screen.queryByRole('heading', { name: /to answer/ })).toBeNull());
	expect(test.server.to('POST /v1/bookings/{booking_id}:confirm')[0]!.path).toEqual({ booking_id: 'bkg_2' });
	await until(() => cell(`East, ${at('10:00')}, Wedding, ${span('10:00', '12:00')}, Confirmed`));

	// A press without a pointer, as of a screen reader.
	await fireEvent.click(cell(new RegExp(`^Cellar, ${at('10:00')}, Club`)));
	let card = await screen.findByRole('dialog', { name: 'Club' });
	await fireEvent.click(within(card).getByRole('button', { name: calendarTexts.move.en }));
	card = await screen.findByRole('dialog', { name: calendarTexts['move.title'].en.replace('{name}', 'Club') });
	await fireEvent.input(within(card).getByLabelText(calendarTexts['form.from'].en), { target: { value: '11:00' } });
	await until(() => within(card).getByText(calendarTexts['free.move'].en));
	await fireEvent.click(within(card).getByRole('button', { name: calendarTexts['form.move'].en }));
	await until(() => within(card).getByText('This is no longer possible: the booking has been confirmed, has begun or has ended.'));
	const [moved] = test.server.to('POST /v1/bookings/{booking_id}:move');
	expect([moved!.path['booking_id'], moved!.body['starts_at'], moved!.body['ends_at'], moved!.body['rooms']]).toEqual([
		'bkg_3',
		'2027-06-01T09:00:00.000Z',
		'2027-06-01T10:00:00.000Z',
		['roo_c']
	]);
	expect(test.server.to('POST /v1/venues/{venue_id}/bookings:check').at(-1)!.body['booking_id']).toBe('bkg_3');
	await fireEvent.keyDown(card, { key: 'Escape' });
	await until(() => expect(screen.queryByRole('dialog')).toBeNull());

	await fireEvent.click(cell(new RegExp(`^Cellar, ${at('10:00')}, Club`)));
	card = await screen.findByRole('dialog', { name: 'Club' });
	await fireEvent.click(within(card).getByRole('button', { name: calendarTexts.cancel.en }));
	await fireEvent.change(within(card).getByLabelText(calendarTexts['cancel.reason'].en), { target: { value: 'venue_closed' } });
	await fireEvent.click(within(card).getByRole('button', { name: calendarTexts['cancel.yes'].en }));
	await until(() => cell(`Cellar, ${at('10:00')}, free`));
	expect(test.server.to('POST /v1/bookings/{booking_id}:cancel')[0]!.body).toEqual({ reason: 'venue_closed' });
});

it('only shows the calendar to members who may not book', async () => {
	enter('viewer');
	render(Calendar, { id: 'ven_1' });
	await until(() => screen.getAllByRole('gridcell', { name: /Choir/ }));
	expect(screen.queryByRole('button', { name: calendarTexts.new.en })).toBeNull();
	const free = screen.getAllByRole('gridcell').find((c) => c.tabIndex === 0)!;
	free.focus();
	await fireEvent.keyDown(free, { key: 'Enter' });
	expect(screen.queryByRole('dialog')).toBeNull();
});

it('lists days, also what was cancelled, and says where nothing is', async () => {
	search = '?view=list&date=2027-06-01';
	list = [booking({ status: 'cancelled', reason: 'other' }), booking({ id: 'bkg_2', purpose: '' })];
	render(Calendar, { id: 'ven_1' });
	await until(() => screen.getByRole('button', { name: /Booking.*Confirmed/s }));
	screen.getByText('1 cancelled or declined');
	expect(screen.getAllByText(calendarTexts['agenda.closed'].en).length).toBe(6);
});

it('shows a month whose days lead to the day, by one question', async () => {
	search = '?view=month&date=2027-06-01';
	list = Array.from({ length: 200 }, (_, i) =>
		booking({ id: `bkg_${i}`, starts_at: '2027-06-08T08:00:00Z', ends_at: '2027-06-08T10:00:00Z', status: i ? 'confirmed' : 'requested' })
	);
	list.push(booking({}));
	render(Calendar, { id: 'ven_1' });
	await until(() => screen.getByRole('link', { name: `${day(new Date('2027-06-08T12:00:00Z'), 'UTC')}, 200 bookings, 1 to confirm` }));
	screen.getByText(calendarTexts['month.more'].en.replace('{n}', '197'));
	expect(test.server.to('GET /v1/venues/{venue_id}/booking-days').length).toBe(1);
	expect(test.server.to('GET /v1/venues/{venue_id}/bookings').filter((r) => !r.query.get('booking_status'))).toEqual([]);
	const link = await until(() => screen.getByRole('link', { name: `${day(new Date('2027-06-01T12:00:00Z'), 'UTC')}, 1 booking` }));
	expect(new URLSearchParams(link.getAttribute('href')!).get('view')).toBe('day');
	link.focus();
	await fireEvent.keyDown(link, { key: 'ArrowRight' });
	await until(() => expect(document.activeElement?.getAttribute('data-date')).toBe('2027-06-02'));
	await fireEvent.keyDown(document.activeElement!, { key: 'PageDown' });
	expect(new URLSearchParams(went.at(-1)).get('date')).toBe('2027-07-01');
});

it.each(languages)('says in each view what a booking has beside rooms, what that comes to, and how long before it has to be chosen (%s)', async (l) => {
	await speak(l);
	const cook = { ...leastOf('BookedAddOn'), add_on_id: 'adn_1', name: 'Cook', unit: 'hour' as const, quantity: 1, price: 3000, amount: 6000, lead_hours: 72 };
	const flowers = { ...cook, add_on_id: 'adn_2', name: 'Flowers', quantity: 3, amount: 0, lead_hours: 0 };
	list = [booking({ add_ons: [cook, flowers], cost: { ...leastOf('BookingCost'), currency: 'EUR', price: 20000 } })];
	const words = reading(calendarTexts, l);
	const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
	const lines = [
		[words('addon.line', { n: 1, name: 'Cook' }), money(6000, 'EUR'), words('addon.lead', { n: 72 })].join(' · '),
		words('addon.line', { n: 3, name: 'Flowers' })
	].map(plain);
	for (const view of ['list', 'day', 'month'] as const) {
		search = `?view=${view}&date=2027-06-01`;
		const { unmount } = render(Calendar, { id: 'ven_1' });
		for (const line of lines) await until(() => expect(screen.getAllByText(line).length).toBeGreaterThan(0));
		// It is said, too, and not only drawn.
		const role = { list: 'button', day: 'gridcell', month: 'link' } as const;
		for (const line of lines)
			expect(screen.getAllByRole(role[view]).some((at) => plain(at.getAttribute('aria-label') ?? at.textContent).includes(line))).toBe(true);
		unmount();
	}
});

it('says that a venue has no rooms yet', async () => {
	test.server.on('GET /v1/venues/{venue_id}', { ...venue, rooms: [] });
	render(Calendar, { id: 'ven_1' });
	await until(() => screen.getByRole('heading', { name: calendarTexts['empty.title'].en }));
});

it('changes the rules of the venue: when it is open, what is around a booking, whether it confirms', async () => {
	const { rooms: _rooms, ...changedVenue } = venue;
	const changed = vi.fn((r: Received) => (r.body['timezone'] === 'UTC' ? refusal(409, 'rooms_booked') : answer(changedVenue)));
	test.server.on('PATCH /v1/venues/{venue_id}', changed);
	render(Calendar, { id: 'ven_1' });
	await fireEvent.click(await screen.findByRole('button', { name: calendarTexts.rules.en }));
	const form = await screen.findByRole('dialog', { name: calendarTexts.rules.en });
	const time = (name: string) => within(form).getByLabelText(name) as HTMLInputElement;
	expect(time(`Tuesday, ${calendarTexts['rules.opens'].en}`).value).toBe('09:00');
	await fireEvent.click(within(form).getByRole('button', { name: calendarTexts['rules.remove'].en.replace('{name}', 'Tuesday') }));
	await fireEvent.input(within(form).getByLabelText(calendarTexts['form.setup'].en), { target: { value: 'long' } });
	await fireEvent.click(within(form).getByRole('button', { name: core('save') }));
	await until(() => within(form).getByText(calendarTexts['rules.never'].en));
	within(form).getByText(calendarTexts['field.wrong_type'].en);
	expect(changed).not.toHaveBeenCalled();

	await fireEvent.input(within(form).getByLabelText(calendarTexts['form.setup'].en), { target: { value: '15' } });
	await fireEvent.click(within(form).getByRole('button', { name: `${calendarTexts['rules.open'].en} Friday` }));
	await fireEvent.input(time(`Friday, ${calendarTexts['rules.closes'].en}`), { target: { value: '02:00' } });
	await fireEvent.click(within(form).getByRole('checkbox', { name: calendarTexts['rules.approval'].en }));
	await fireEvent.click(within(form).getByRole('button', { name: calendarTexts['rules.except'].en }));
	await fireEvent.input(within(form).getByLabelText(calendarTexts['rules.date'].en), { target: { value: '2027-12-24' } });
	await fireEvent.change(within(form).getByLabelText(calendarTexts['rules.zone'].en), { target: { value: 'UTC' } });
	await fireEvent.click(within(form).getByRole('button', { name: core('save') }));
	await until(() => within(form).getByRole('alert'));
	await fireEvent.change(within(form).getByLabelText(calendarTexts['rules.zone'].en), { target: { value: 'Europe/Lisbon' } });
	await fireEvent.click(within(form).getByRole('button', { name: core('save') }));
	await until(() => expect(screen.queryByRole('dialog')).toBeNull());
	expect(changed.mock.calls[1]![0].body).toEqual({
		timezone: 'Europe/Lisbon',
		buffer_rule: 'sum',
		default_setup_minutes: 15,
		default_teardown_minutes: 0,
		needs_approval: true,
		opening_hours: { weekly: [{ weekday: 'friday', opens: '09:00', closes: '02:00' }], exceptions: [{ date: '2027-12-24', openings: [] }] }
	});
});
