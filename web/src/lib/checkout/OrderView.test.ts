import { render, screen } from '@testing-library/svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import { client, type Schema } from '$lib/api/client';
import { core } from '$lib/translations/core';
import { goods } from '$lib/translations/goods';
import { guest } from '$lib/translations/guest';
import guestTexts from '$lib/translations/guest.json';
import { transfer } from '$lib/translations/transfer';
import { event, eventID, order } from '$lib/testing/fixtures';
import { languages, reading, serve, speak, until } from '$lib/testing/page';
import { answer } from '$lib/testing/server';
import { billing } from '$lib/translations/billing';
import OrderView from './OrderView.svelte';

const test = serve();

const ticket = (unit: number, of: Partial<Schema['Ticket']> = {}): Schema['Ticket'] => ({
	id: `tkt_${unit}`,
	event_id: eventID,
	order_id: 'ord_1',
	kind: 'ticket',
	unit,
	tier_id: 'tir_general',
	version: 0,
	...of
});
let documents: Schema['Invoice'][] = [];
const held = (unit: number) => ticket(unit, { qr_svg: `/v1/tickets/tkt_${unit}/qr.svg`, pdf: `/v1/tickets/tkt_${unit}/ticket.pdf`, token: 'x' });
const gone = (unit: number) => ticket(unit, { transferred: true, transfers: 1 });

beforeEach(async () => {
	await Promise.all([core.load(), guest.load(), transfer.load(), billing.load(), import('$lib/event/calendar'), import('./Invoices.svelte')]);
	test.server
		.on('GET /v1/orders/{order_id}/invoices', () => answer({ items: documents }))
		.on('GET /v1/orders/{order_id}/billing', () =>
			answer({ order_id: 'ord_1', street: '', city: '', country: '', updated_at: null, available: documents.length > 0 })
		);
	documents = [];
});

function show(tickets: Schema['Ticket'][], paid = 5000) {
	const bought = order({ id: 'ord_1', status: 'confirmed', paid });
	render(OrderView, { api: client('token'), standing: { event: event(), kind: 'order', order: bought, tickets }, reload: vi.fn(() => Promise.resolve()) });
	return until(() => expect(screen.getByRole('heading', { level: 1 })).toBeTruthy());
}
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;

it.each(languages)('says so when the last ticket was given away, and offers nothing that is no longer theirs (%s)', async (l) => {
	await speak(l);
	const words = reading(guestTexts, l);
	await show([gone(1), gone(2)]);
	expect(heading()).toBe(words('order.givenAway', { n: 2 }));
	expect(screen.getByText(words('order.givenAway.text'))).toBeTruthy();
	expect(screen.queryByRole('button', { name: words('order.cancel') })).toBeNull();
	expect(screen.queryByRole('button', { name: words('event.calendar') })).toBeNull();
});

it('counts what is left when some were given away', async () => {
	await show([held(1), gone(2)]);
	expect(heading()).toBe(guest('order.confirmed'));
	expect(screen.getByText(guest('done.units', { n: 1 }))).toBeTruthy();
});

it('counts no add-on as a ticket', async () => {
	await show([held(1), { ...held(2), kind: 'add_on' }]);
	expect(screen.getByText(guest('done.units', { n: 1 }))).toBeTruthy();
	expect(screen.queryByText(guest('ticket.of', { n: 1, of: 2 }))).toBeNull();
});

it('speaks of no ticket beside what lets nobody in', async () => {
	await goods.load();
	await show([{ ...held(1), kind: 'add_on' }]);
	expect(screen.getByRole('button', { name: goods('ticket.show') })).toBeTruthy();
	await until(() => expect(screen.getByRole('button', { name: goods('give.button') })).toBeTruthy());
	expect(screen.queryByRole('button', { name: transfer('give.button') })).toBeNull();
});

it('has the calendar, the file to print and the receipt', async () => {
	await show([held(1), held(2)]);
	expect(screen.getByRole('button', { name: guest('event.calendar') })).toBeTruthy();
	await until(() => screen.getByRole('link', { name: guest('event.calendarGoogle') }));
	expect(screen.getByRole('link', { name: guest('event.calendarGoogle') }).getAttribute('href')).toContain('https://calendar.google.com/');
	expect(screen.getByRole('link', { name: guest('event.calendarOutlook') }).getAttribute('href')).toContain('https://outlook.live.com/');
	expect(screen.getAllByRole('link', { name: guest('ticket.pdf') })).toHaveLength(2);
	expect(screen.getByRole('link', { name: guest('order.receipt') }).getAttribute('href')).toBe('/v1/orders/ord_1/receipt.pdf');
});

it('has the invoices, and says who they are to', async () => {
	const of = { event_id: eventID, title: 'Lanterns', order_id: 'ord_1', buyer: 'Ada', currency: 'EUR', net: 4202, tax: 798, gross: 5000 };
	const issued = { issued_at: '2027-05-01T10:00:00Z', issued_on: '2027-05-01' };
	documents = [
		{ ...of, ...issued, id: 'ivc_1', kind: 'invoice', reason: 'sale', number: 'SEA-2027-000001' },
		{ ...of, ...issued, id: 'ivc_2', kind: 'credit_note', reason: 'refund', number: 'SEA-2027-000002', refers_to: 'ivc_1' }
	];
	await show([held(1)]);
	const link = await until(() => screen.getByRole('link', { name: `${billing('credit', { number: 'SEA-2027-000002' })} (PDF)` }));
	expect(link.getAttribute('href')).toBe('/v1/orders/ord_1/invoices/ivc_2/document.pdf');
	expect(screen.getByText(billing('change'))).toBeTruthy();
});

it('has no receipt of what cost nothing', async () => {
	await show([held(1), held(2)], 0);
	expect(screen.queryByRole('link', { name: guest('order.receipt') })).toBeNull();
});

it('calls an order of goods alone what it is', async () => {
	await goods.load();
	const bought = order({ id: 'ord_1', status: 'confirmed', paid: 5000 });
	bought.items = bought.items!.map((i) => ({ ...i, tier_name: 'T-shirt', extra: true }));
	const tickets = [1, 2].map((n) => ({ ...held(n), kind: 'add_on' as const }));
	render(OrderView, { api: client('token'), standing: { event: event(), kind: 'order', order: bought, tickets }, reload: vi.fn(() => Promise.resolve()) });
	await until(() => expect(heading()).toBe(goods('order.confirmed')));
	expect(screen.getByText('2 × T-shirt')).toBeTruthy();
	expect(screen.getByText(goods('order.pickUp'))).toBeTruthy();
	expect(screen.getByRole('heading', { name: goods('order.codes') })).toBeTruthy();
	expect(screen.queryByText(guest('ticket.note'))).toBeNull();
});
