import { fireEvent, render, screen, within } from '@testing-library/svelte';
import { beforeEach, expect, it } from 'vitest';
import type { Schema } from '$lib/api/client';
import { money } from '$lib/event/money';
import { account } from '$lib/translations/account';
import accountTexts from '$lib/translations/account.json';
import { core } from '$lib/translations/core';
import { refusal } from '$lib/testing/server';
import { languages, reading, serve, speak, until } from '$lib/testing/page';
import MyPlaces from './MyPlaces.svelte';

const test = serve();
const place = (of: Partial<Schema['MyResourceEntry']>): Schema['MyResourceEntry'] => ({
	id: 'rwe_1',
	place_token: 'hp_one',
	page_url: 'http://localhost/w/hp_one',
	status: 'waiting',
	resource_id: 'res_1',
	resource_name: 'Table at the Old Harbour',
	timezone: 'Europe/Berlin',
	name: 'Ada',
	email: 'ada@example.org',
	units: 2,
	attributes: {},
	history: [],
	...of
});
const offered = place({
	status: 'offered',
	offer: { units: 2, offered_at: '2030-06-01T12:00:00Z', expires_at: '2030-06-01T12:15:00Z', price: { amount: 4500, currency: 'EUR' } }
});
/** A place as it is answered to whoever has its link. */
const answered = (of: Partial<Schema['MyResourceEntry']>): Schema['ResourcePlace'] => {
	const { id: _id, place_token: _token, page_url: _url, ...shown } = place(of);
	return shown;
};
const list = 'GET /v1/me/resource-entries';
const opened = 'POST /v1/resource-places/{place_token}:opened';
const accept = 'POST /v1/resource-places/{place_token}:accept';
const decline = 'POST /v1/resource-places/{place_token}:decline';

beforeEach(async () => {
	await Promise.all([account.load(), core.load()]);
});

it.each(languages)('shows what is offered, until when and for how much, and takes the answer (%s)', async (l) => {
	await speak(l);
	const words = reading(accountTexts, l);
	const waits = place({ id: 'rwe_2', place_token: 'hp_two', position: 3, resource_name: 'Box', units: 1 });
	test.server.on(list, { items: [offered, waits] });
	test.server.on(opened, answered(offered));
	render(MyPlaces, {});
	await until(() => expect(screen.getByRole('heading', { name: words('me.places') })).toBeTruthy());
	const [first, second] = screen.getAllByRole('listitem') as [HTMLElement, HTMLElement];
	expect(within(first).getByRole('link').getAttribute('href')).toBe('/w/hp_one');
	expect(within(first).getByText(/45/)).toBeTruthy();
	expect(within(first).getByRole('status').textContent).toContain(words('me.status.claimUntil', { time: '' }).trim());
	expect(within(second).getByText(words('me.status.place', { n: 3 }))).toBeTruthy();
	expect(within(second).queryByRole('button')).toBeNull();
	await until(() => expect(test.server.to(opened).length).toBe(1));
	test.server.on(accept, answered({ status: 'accepted' }));
	test.server.on(list, { items: [place({ status: 'accepted' }), waits] });
	await fireEvent.click(within(first).getByRole('button', { name: words('me.place.accept') }));
	await until(() => expect(screen.getByText(words('me.place.accepted'))).toBeTruthy());
	expect(test.server.to(accept).length).toBe(1);
	expect(screen.queryByRole('button')).toBeNull();
});

it.each(languages)('says whether the other system is still asked, or somebody has to decide (%s)', async (l) => {
	await speak(l);
	const words = reading(accountTexts, l);
	test.server.on(list, {
		items: [place({ status: 'accepting' }), place({ id: 'rwe_2', place_token: 'hp_two', status: 'accepting', left_to_staff_at: '2030-06-01T13:00:00Z' })]
	});
	render(MyPlaces, {});
	const said = await until(() => {
		const found = screen.getAllByRole('status').map((s) => s.textContent);
		expect(found).toHaveLength(2);
		return found;
	});
	expect(said).toEqual([words('me.place.accepting'), words('me.place.undecided')]);
});

it('says what a fee is and where it is paid, and that somebody else was faster', async () => {
	const fee = { amount: 500, currency: 'EUR', give_back: 'always' as const, status: 'open' as const, due_at: '2030-06-01T12:30:00Z' };
	const race = place({ ...offered, offer: { ...offered.offer!, offered_to: 3 } });
	test.server.on(list, { items: [race, place({ id: 'rwe_3', place_token: 'hp_three', status: 'pending_payment', hold_fee: fee })] });
	test.server.on(opened, answered(race));
	render(MyPlaces, {});
	await until(() => expect(screen.getByText(account('me.place.race'))).toBeTruthy());
	expect(screen.getByText(account('me.place.fee', { amount: money(500, 'EUR') }))).toBeTruthy();
	expect(screen.getByRole('link', { name: account('me.place.pay') }).getAttribute('href')).toBe('/w/hp_three');
	test.server.on(accept, () => refusal(409, 'resource_offer_taken'));
	test.server.on(list, { items: [place({ position: 1 })] });
	await fireEvent.click(screen.getByRole('button', { name: account('me.place.accept') }));
	await until(() => expect(screen.getByText(account('me.status.place', { n: 1 }))).toBeTruthy());
});

it('declines', async () => {
	test.server.on(list, { items: [offered] });
	test.server.on(opened, answered(offered));
	test.server.on(decline, answered({ status: 'declined' }));
	render(MyPlaces, {});
	await until(() => expect(screen.getByRole('button', { name: account('me.place.decline') })).toBeTruthy());
	test.server.on(list, { items: [place({ status: 'declined' })] });
	await fireEvent.click(screen.getByRole('button', { name: account('me.place.decline') }));
	await until(() => expect(screen.getByText(account('me.status.declined'))).toBeTruthy());
	expect(test.server.to(decline).length).toBe(1);
});
