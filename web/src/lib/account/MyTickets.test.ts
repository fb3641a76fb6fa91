import { render, screen, within } from '@testing-library/svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Schema } from '$lib/api/client';
import { account } from '$lib/translations/account';
import accountTexts from '$lib/translations/account.json';
import { core } from '$lib/translations/core';
import { event, order } from '$lib/testing/fixtures';
import { languages, reading, serve, speak, until } from '$lib/testing/page';
import MyTickets from './MyTickets.svelte';

const test = serve();
const at = '2030-05-01T12:00:00Z';
const brief = (id: string, title: string): Schema['EventBrief'] => {
	const { status, location, starts_at, ends_at, timezone, organization } = event();
	return { id, title, status, location, starts_at, ends_at, timezone, organization };
};
const entry = (of: Partial<Schema['Entry']>): Schema['Entry'] => ({
	id: 'wle_1',
	event_id: 'evt_4',
	status: 'waiting',
	reason: 'joined',
	tier_id: 'tir_general',
	units: 1,
	guests: [],
	priority_class: 0,
	times_passed: 0,
	joined_at: at,
	updated_at: at,
	...of
});
const things: Schema['MyThing'][] = [
	{ event: brief('evt_1', 'Bought'), kind: 'order', past: false, order: order({ id: 'ord_1', status: 'confirmed', units: 3 }), given_away: 1 },
	{ event: brief('evt_2', 'Unpaid'), kind: 'order', past: false, order: order({ id: 'ord_2', status: 'pending', expires_at: '2030-06-01T12:00:00Z' }) },
	{
		event: brief('evt_3', 'Received'),
		kind: 'ticket',
		past: false,
		transfer: { id: 'trf_1', event_id: 'evt_3', ticket_id: 'tkt_1', kind: 'ticket', status: 'accepted', from: 'Rosa Parks', role: 'to', offered_at: at }
	},
	{ event: brief('evt_4', 'Waiting'), kind: 'entry', past: false, entry: entry({ position: 3 }) },
	{ event: brief('evt_5', 'Gone'), kind: 'order', past: false, order: order({ id: 'ord_5', status: 'confirmed', units: 1 }), given_away: 1 },
	{ event: brief('evt_6', 'Called off'), kind: 'order', past: true, order: order({ id: 'ord_6', status: 'refunded' }) }
];

beforeEach(async () => {
	await Promise.all([account.load(), core.load()]);
	test.server.on('GET /v1/me/resource-entries', { items: [] });
});

it.each(languages)('shows at once what was bought, received, and waited for, with what each stands at (%s)', async (l) => {
	await speak(l);
	const words = reading(accountTexts, l);
	test.server.on('GET /v1/me/overview', { items: things });
	render(MyTickets, { email: 'ada@example.org' });
	await until(() => expect(screen.getByText('Bought')).toBeTruthy());
	const rows = screen.getAllByRole('link');
	expect(rows.map((r) => r.getAttribute('href'))).toEqual([
		'/me/orders/ord_1',
		'/me/orders/ord_2',
		'/me/transfers/trf_1',
		'/me/waitlist/wle_1',
		'/me/orders/ord_5',
		'/me/orders/ord_6'
	]);
	expect(within(rows[0]!).getByText(words('me.status.confirmed', { n: 2 }))).toBeTruthy();
	expect(within(rows[1]!).getByText(new RegExp(words('me.status.payUntil', { time: '' })))).toBeTruthy();
	expect(within(rows[2]!).getByText(words('me.status.received', { from: 'Rosa Parks' }))).toBeTruthy();
	expect(within(rows[3]!).getByText(words('me.status.place', { n: 3 }))).toBeTruthy();
	expect(within(rows[4]!).getByText(words('me.status.givenAway'))).toBeTruthy();
	expect(within(rows[5]!).getByText(words('me.status.refunded'))).toBeTruthy();
	expect(screen.getAllByRole('heading', { level: 2 }).map((h) => h.textContent)).toEqual([words('me.upcoming'), words('me.past')]);
});

it('says what will appear when there is nothing', async () => {
	test.server.on('GET /v1/me/overview', { items: [] });
	render(MyTickets, { email: 'ada@example.org' });
	await until(() => expect(screen.getByText(account('me.empty.text', { email: 'ada@example.org' }))).toBeTruthy());
});

it('reads the list anew when the stream tells something else than it says', async () => {
	vi.useFakeTimers();
	test.server.on('GET /v1/me/overview', { items: things });
	render(MyTickets, { email: 'ada@example.org' });
	await until(() => expect(screen.getByText('Bought')).toBeTruthy());
	await until(() => expect(test.server.own).toBe(1));
	const known = { event_id: 'evt_4', entry_id: 'wle_1', status: 'waiting', position: 3, waiting: 9 } as const;
	test.server.tellOwn('place_changed', 'LivePlace', known);
	test.server.tellOwn('place_changed', 'LivePlace', { ...known, position: 2 });
	test.server.on('GET /v1/me/overview', { items: things.map((t) => (t.entry ? { ...t, entry: { ...t.entry, position: 2 } } : t)) });
	await vi.advanceTimersByTimeAsync(2000);
	await until(() => expect(screen.getByText(account('me.status.place', { n: 2 }))).toBeTruthy());
	expect(test.server.to('GET /v1/me/overview').length).toBe(2);
});
