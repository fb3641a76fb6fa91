import { fireEvent, render, screen, within } from '@testing-library/svelte';
import { beforeEach, describe, expect, it } from 'vitest';
import Toasts from '$lib/ui/Toasts.svelte';
import { core } from '$lib/translations/core';
import { guest } from '$lib/translations/guest';
import guestTexts from '$lib/translations/guest.json';
import refusalsTexts from '$lib/translations/refusals.json';
import { checkout } from '$lib/translations/checkout';
import { fees } from '$lib/translations/fees';
import { seats as texts } from '$lib/translations/seats';
import seatsTexts from '$lib/translations/seats.json';
import { rememberTexts } from '$lib/testing/canvas';
import { eventID, layout, order, seatedEvent, tier } from '$lib/testing/fixtures';
import { languages, reading, serve, speak, until } from '$lib/testing/page';
import { answer, refusal, type Received } from '$lib/testing/server';
import SeatsPage from './SeatsPage.svelte';

const test = serve();
const orders = 'POST /v1/events/{event_id}/orders';
/** A letter for each seat: those of row A are free but for one that is sold and one that is being bought. */
let chart = '';

beforeEach(async () => {
	rememberTexts();
	await Promise.all([texts.load(), core.load(), guest.load()]);
	chart = 'ashaaaaaaaaabwaaaa';
	test.server
		.on('GET /v1/events/{event_id}', seatedEvent())
		.on('GET /v1/events/{event_id}/seats/layout', layout)
		.on('GET /v1/events/{event_id}/seats', () => answer({ event_id: eventID, ledger_seq: 9, seats: chart }));
});

/** Opens the page on the list of seats, which has a box for each. */
async function open() {
	render(Toasts);
	render(SeatsPage, { id: eventID });
	await fireEvent.click(await until(() => screen.getByRole('radio', { name: texts('page.list') })));
	await until(() => box(1));
}
const box = (number: number) => screen.getByRole<HTMLInputElement>('checkbox', { name: new RegExp(`row \\w, seat ${number},|Reihe \\w, Platz ${number},`) });
const choose = (number: number) => fireEvent.click(box(number));
const toasts = () => screen.getAllByRole('status').map((s) => s.textContent?.trim());
const chosen = () => within(screen.getByRole('complementary')).queryAllByRole('button', { name: /^Remove |entfernen$/ }).length;
async function row(index: number) {
	await fireEvent.change(screen.getByLabelText(texts('list.row')), { target: { value: String(index) } });
}
async function fill(name: string, email: string) {
	const dialog = await until(() => screen.getByRole('dialog'));
	await fireEvent.input(within(dialog).getByLabelText(guest('join.name')), { target: { value: name } });
	await fireEvent.input(within(dialog).getByLabelText(guest('join.email')), { target: { value: email } });
	return within(dialog);
}
const submit = (label: string) => fireEvent.submit(screen.getByRole('button', { name: label }).closest('form')!);

const placed = () => answer({ ...order(), payment_url: `${location.origin}/#paying`, ledger_seq: 12 }, 201);

describe('choosing seats', () => {
	it.each(languages)('says of each seat where it is, what it costs and whether one can have it (%s)', async (l) => {
		await speak(l);
		const words = reading(seatsTexts, l);
		await open();
		const said = (number: number, state: string) =>
			words('seat.say', { place: words('seat.place', { section: 'Stalls', row: 'A', number }), tier: 'Front', state });
		expect(box(4).getAttribute('aria-label')).toMatch(new RegExp(`^${said(4, '').replace(/\s$/, '')}`));
		expect(box(1).getAttribute('aria-label')).toContain(words('seat.accessible'));
		expect(box(2).getAttribute('aria-label')).toBe(said(2, words('seat.sold')));
		expect(box(3).getAttribute('aria-label')).toBe(said(3, words('seat.held')));
		expect([box(1).disabled, box(2).disabled, box(3).disabled]).toEqual([false, true, true]);
		await choose(4);
		expect(box(4).getAttribute('aria-label')).toBe(said(4, words('seat.chosen')));
	});

	it('adds up what is chosen, and takes one back', async () => {
		await open();
		await choose(4);
		await choose(5);
		const panel = within(screen.getByRole('complementary'));
		expect(panel.getByText('€50.00')).toBeTruthy();
		expect(panel.getByRole('button', { name: texts('choice.go', { n: 2 }) })).toBeTruthy();
		await fireEvent.click(panel.getAllByRole('button', { name: /^Remove / })[0]!);
		expect(chosen()).toBe(1);
		expect(box(4).checked).toBe(false);
		// Somebody's own change of mind is not news.
		expect(toasts().join('')).toBe('');
	});

	it('takes no more than ten, and says so', async () => {
		chart = 'a'.repeat(18);
		await open();
		for (let n = 1; n <= 6; n++) await choose(n);
		await row(1);
		for (let n = 1; n <= 4; n++) await choose(n);
		expect(chosen()).toBe(10);
		await choose(5);
		expect([chosen(), box(5).checked]).toEqual([10, false]);
		expect(toasts()).toContain(texts('choice.full', { n: 10 }));
	});

	it('loses a seat that somebody else takes meanwhile, and says so', async () => {
		await open();
		await choose(4);
		await choose(5);
		test.server.tell('seat_status_changed', 'SeatChanges', { complete: true, ledger_seq: 10, seats: [{ seat: 4, state: 'h' }] });
		await until(() => expect(chosen()).toBe(1));
		await until(() => expect(toasts()).toContain(texts('choice.gone')));
		expect([box(4).disabled, box(5).checked]).toEqual([true, true]);
		test.server.tell('seat_status_changed', 'SeatChanges', { complete: true, ledger_seq: 11, seats: [{ seat: 4, state: 'a' }] });
		await until(() => expect(box(4).disabled).toBe(false));
		expect(box(4).checked).toBe(false);
	});

	it('reads the whole chart again when it missed too much', async () => {
		await open();
		chart = 's'.repeat(18);
		test.server.tell('seat_status_changed', 'SeatChanges', { complete: false, ledger_seq: 12, seats: [] });
		await until(() => expect(box(5).disabled).toBe(true));
		expect(test.server.to('GET /v1/events/{event_id}/seats').at(-1)!.query.get('at_least')).toBe('9');
	});
});

describe('where no seat is to be left alone', () => {
	it.each(languages)('names the seat that a choice leaves alone while one chooses, and goes on when it does not (%s)', async (l) => {
		await speak(l);
		const words = reading(seatsTexts, l);
		chart = 'a'.repeat(18);
		test.server.on('GET /v1/events/{event_id}', seatedEvent({ no_single_seats: true }));
		await open();
		await row(1);
		await choose(2);
		const warning = words('choice.lonely', { place: words('seat.place', { section: 'Stalls', row: 'B', number: 1 }) });
		const said = await until(() => screen.getByText(warning));
		await fireEvent.click(screen.getByRole('button', { name: words('choice.go', { n: 1 }) }));
		expect(screen.queryByRole('dialog')).toBeNull();
		expect(document.activeElement?.contains(said)).toBe(true);
		await choose(1);
		expect(screen.queryByText(warning)).toBeNull();
		await fireEvent.click(screen.getByRole('button', { name: words('choice.go', { n: 2 }) }));
		await until(() => screen.getByRole('dialog', { name: words('who.title') }));
	});

	it('says nothing where the event does not ask for it', async () => {
		chart = 'a'.repeat(18);
		await open();
		await row(1);
		await choose(2);
		expect(screen.queryByText(texts('choice.lonely', { place: texts('seat.place', { section: 'Stalls', row: 'B', number: 1 }) }))).toBeNull();
	});
});

describe('buying the seats that were chosen', () => {
	it.each(languages)('asks who they are for, and shows what is missing beside its field (%s)', async (l) => {
		await speak(l);
		const words = reading(seatsTexts, l);
		const ask = reading(guestTexts, l);
		await open();
		await choose(4);
		await fireEvent.click(screen.getByRole('button', { name: words('choice.go', { n: 1 }) }));
		await until(() => screen.getByRole('dialog', { name: words('who.title') }));
		await submit(words('who.go'));
		const name = screen.getByLabelText(ask('join.name'));
		expect(name.getAttribute('aria-invalid')).toBe('true');
		expect(document.getElementById(name.getAttribute('aria-describedby')!.split(' ').at(-1)!)?.textContent?.trim()).toBe(core('field.required'));
		expect(document.activeElement).toBe(name);
		expect(test.server.to(orders)).toEqual([]);
	});

	it('orders exactly those seats and goes on to the payment', async () => {
		test.server.on(orders, placed);
		await open();
		await choose(4);
		await choose(6);
		await fireEvent.click(screen.getByRole('button', { name: texts('choice.go', { n: 2 }) }));
		await fill('Ada', 'ada@example.org');
		await submit(texts('who.go'));
		await until(() => expect(location.hash).toBe('#paying'));
		const [sent] = test.server.to(orders);
		expect(sent!.body).toMatchObject({ name: 'Ada', email: 'ada@example.org', locale: 'en' });
		expect(sent!.body['items']).toEqual([{ seat_id: 'sea_3k9q0a7c0000000000000004' }, { seat_id: 'sea_3k9q0a7c0000000000000006' }]);
	});

	it('explains a seat that is gone, reads the chart again and tries another order', async () => {
		test.server.on(orders, () => {
			chart = `asss${chart.slice(4)}`;
			return refusal(409, 'seat_taken');
		});
		await open();
		await choose(4);
		await choose(5);
		await fireEvent.click(screen.getByRole('button', { name: texts('choice.go', { n: 2 }) }));
		const dialog = await fill('Ada', 'ada@example.org');
		await submit(texts('who.go'));
		await until(() => expect(dialog.getByRole('alert').textContent?.trim()).toBe(problem('seat_taken')));
		expect(document.activeElement).toBe(dialog.getByRole('alert'));
		await until(() => expect(test.server.to('GET /v1/events/{event_id}/seats').length).toBe(2));
		test.server.on(orders, placed);
		await submit(texts('who.go'));
		await until(() => expect(location.hash).toBe('#paying'));
		const [first, second] = test.server.to(orders);
		expect(second!.body['items']).toEqual([{ seat_id: 'sea_3k9q0a7c0000000000000005' }]);
		// Another order is another intent.
		expect(second!.key).not.toBe(first!.key);
	});

	it('repeats the same order when nobody knows what became of it', async () => {
		let times = 0;
		test.server.on(orders, () => (++times < 3 ? refusal(503, 'busy', {}, { 'Retry-After': '1' }) : placed()));
		await open();
		await choose(4);
		await fireEvent.click(screen.getByRole('button', { name: texts('choice.go', { n: 1 }) }));
		const dialog = await fill('Ada', 'ada@example.org');
		for (let i = 1; i < 3; i++) {
			await submit(texts('who.go'));
			await until(() => expect(test.server.to(orders).length).toBe(i));
			await until(() => expect(dialog.getByRole('button', { name: texts('who.go') }).getAttribute('aria-busy')).toBeNull());
		}
		await submit(texts('who.go'));
		await until(() => expect(location.hash).toBe('#paying'));
		expect(new Set(test.server.to(orders).map((r) => r.key)).size).toBe(1);
	});
});

describe('the best seats', () => {
	const finding = 'POST /v1/events/{event_id}/seats:find';
	/** What the server finds: seats of row B, by their number, 25.00 each. */
	const found = (...numbers: number[]) => ({
		seats: numbers.map((number) => ({
			seat_id: `sea_3k9q0a7c${String(6 + number).padStart(16, '0')}`,
			tier_id: 'tir_front',
			section: 'Stalls',
			row: 'B',
			number,
			unit_gross: 2500
		})),
		total: numbers.length * 2500,
		currency: 'EUR',
		fees: 0,
		ledger_seq: 9
	});
	const place = (words: typeof texts, number: number) => words('seat.place', { section: 'Stalls', row: 'B', number });
	/** Asks for two of them, opening what asks for that where there is little room. */
	async function find(words: typeof texts = texts) {
		await open();
		if (!screen.queryByRole('button', { name: words('best.go', { n: 2 }) })) await fireEvent.click(screen.getByText(words('best.title')));
		await fireEvent.submit(screen.getByRole('button', { name: words('best.go', { n: 2 }) }).closest('form')!);
	}
	async function buy(n = 2) {
		await fireEvent.click(await until(() => screen.getByRole('button', { name: texts('choice.go', { n }) })));
		return fill('Ada', 'ada@example.org');
	}
	const bill = (dialog: { getAllByRole(role: 'listitem'): HTMLElement[] }) =>
		dialog.getAllByRole('listitem').map((li) => li.textContent.replace(/\s+/g, ' ').trim());

	it.each(languages)('are shown with what they cost before anybody is asked for a name (%s)', async (l) => {
		await speak(l);
		const words = reading(seatsTexts, l) as typeof texts;
		test.server.on(finding, found(3, 4)).on(orders, placed);
		await find(words);
		const go = await until(() => screen.getByRole('button', { name: words('choice.go', { n: 2 }) }));
		expect(test.server.to(finding)[0]!.body).toEqual({ quantity: 2, at_least: 9 });
		const choice = screen.getByRole('region', { name: words('choice.title') });
		await until(() => expect(document.activeElement).toBe(choice));
		for (const number of [3, 4]) expect(within(choice).getByText(place(words, number))).toBeTruthy();
		expect(within(choice).getByText(/^€50\.00$|^50,00\s€$/)).toBeTruthy();
		expect(screen.queryByRole('dialog')).toBeNull();
		await fireEvent.click(go);
		const dialog = within(await until(() => screen.getByRole('dialog', { name: words('who.title') })));
		expect(dialog.getByText(place(words, 3))).toBeTruthy();
		expect(dialog.getByText(/^€50\.00$|^50,00\s€$/)).toBeTruthy();
		expect(test.server.to(orders)).toEqual([]);
	});

	it('are looked for by place and price, and with the code, and ordered as they were shown', async () => {
		test.server
			.on('POST /v1/events/{event_id}/codes:try', {
				kind: 'promo',
				percent_bp: 2000,
				prices: [{ tier_id: 'tir_front', unit_gross: 2000, unit_fees: 0 }],
				tiers: []
			})
			.on(finding, found(3, 4))
			.on(orders, placed);
		await checkout.load();
		await open();
		await fireEvent.input(screen.getByLabelText(checkout('buy.codeLabel')), { target: { value: 'EARLY20' } });
		await fireEvent.click(screen.getByRole('button', { name: checkout('buy.codeUse') }));
		const price = await until(() => screen.getByLabelText<HTMLSelectElement>(texts('best.price')));
		await until(() => screen.getByText(checkout('buy.codeGood', { what: checkout('buy.codePercent', { n: 20 }) })));
		expect([...price.options].map((o) => o.textContent)).toEqual([texts('best.anyPrice'), texts('best.atMost', { amount: '€15.00' })]);
		await fireEvent.change(price, { target: { value: '1500' } });
		await fireEvent.change(screen.getByLabelText(texts('best.section')), { target: { value: 'Stalls' } });
		await fireEvent.submit(screen.getByRole('button', { name: texts('best.go', { n: 2 }) }).closest('form')!);
		await until(() => expect(chosen()).toBe(2));
		expect(test.server.to(finding)[0]!.body).toEqual({ quantity: 2, section: 'Stalls', max_unit_gross: 1500, promo_code: 'EARLY20', at_least: 9 });
		await buy();
		await submit(texts('who.go'));
		await until(() => expect(location.hash).toBe('#paying'));
		expect(test.server.to(orders)[0]!.body['items']).toEqual([{ seat_id: 'sea_3k9q0a7c0000000000000009' }, { seat_id: 'sea_3k9q0a7c0000000000000010' }]);
	});

	it('says why there are none, and keeps what was chosen', async () => {
		test.server.on(finding, () => refusal(409, 'seats_cost_more', { max_unit_gross: 'seats_cost_more' }));
		await open();
		await choose(4);
		await fireEvent.submit(screen.getByRole('button', { name: texts('best.go', { n: 2 }) }).closest('form')!);
		const said = await until(() => screen.getByRole('alert'));
		expect(said.textContent.trim()).toBe(problem('seats_cost_more'));
		expect(document.activeElement).toBe(said);
		expect(chosen()).toBe(1);
		// It is said of this wish, and of no other.
		await fireEvent.change(screen.getByLabelText(texts('best.price')), { target: { value: '1500' } });
		expect(screen.queryByRole('alert')).toBeNull();
	});

	it('gives way to the next best when somebody else was faster, which are shown before they are ordered', async () => {
		test.server.on(finding, found(3, 4)).on(orders, () => {
			chart = 'ashaaaaassaabwaaaa';
			test.server.on(finding, found(5, 6));
			return refusal(409, 'seat_taken');
		});
		await find();
		const dialog = await buy();
		await submit(texts('who.go'));
		await until(() => dialog.getByText(texts('best.instead')));
		expect(dialog.queryByRole('alert')).toBeNull();
		expect(bill(dialog)).toEqual([`${place(texts, 5)} €25.00`, `${place(texts, 6)} €25.00`]);
		expect(toasts().join('')).toBe('');
		test.server.on(orders, placed);
		await submit(texts('who.go'));
		await until(() => expect(location.hash).toBe('#paying'));
		const [first, second] = test.server.to(orders);
		expect(second!.body['items']).toEqual([{ seat_id: 'sea_3k9q0a7c0000000000000011' }, { seat_id: 'sea_3k9q0a7c0000000000000012' }]);
		expect(second!.key).not.toBe(first!.key);
	});

	it('are never fewer than somebody asked for, when one is lost while the name is typed', async () => {
		test.server.on(finding, found(3, 4)).on(orders, placed);
		await find();
		const dialog = await buy();
		test.server.on(finding, found(5, 6)).tell('seat_status_changed', 'SeatChanges', { complete: true, ledger_seq: 10, seats: [{ seat: 9, state: 'h' }] });
		await until(() => expect(toasts()).toContain(texts('choice.gone')));
		await submit(texts('who.go'));
		await until(() => dialog.getByText(texts('best.instead')));
		expect(test.server.to(orders)).toEqual([]);
		expect(bill(dialog)).toEqual([`${place(texts, 5)} €25.00`, `${place(texts, 6)} €25.00`]);
	});

	it('leads back to the map when nothing is left to order', async () => {
		test.server.on(finding, found(3, 4)).on(orders, () => {
			chart = 's'.repeat(18);
			test.server.on(finding, () => refusal(409, 'sold_out'));
			return refusal(409, 'seat_taken');
		});
		await find();
		await buy();
		await submit(texts('who.go'));
		await until(() => expect(screen.queryByRole('dialog')).toBeNull());
		expect(toasts()).toContain(problem('sold_out'));
		expect(chosen()).toBe(0);
	});
});

it('says what an order of seats costs with its fees, of which one is for the order as a whole', async () => {
	const terms = { per_order: 100, per_ticket: 0, rate_bp: 250, max: 0, refundable: false, at_door: true };
	const fee = tier({ id: 'tir_fee', kind: 'fee', name: 'Booking fee', price: 0, unit_gross: 0, fee: terms });
	const sold = seatedEvent();
	test.server.on('GET /v1/events/{event_id}', { ...sold, tiers: [...sold.tiers.map((t) => ({ ...t, unit_fees: 63 })), fee] });
	await open();
	await choose(4);
	await choose(5);
	// 2.5 % of 50.00 is rounded once, and 1.00 is for the order.
	expect(within(screen.getByRole('complementary')).getByText('€52.25')).toBeTruthy();
	await fireEvent.click(screen.getByRole('button', { name: texts('choice.go', { n: 2 }) }));
	const dialog = within(await until(() => screen.getByRole('dialog')));
	expect(dialog.getByText('€52.25')).toBeTruthy();
	expect(dialog.getByText('€2.25')).toBeTruthy();
	await until(() => dialog.getByText(fees('perOrder', { name: 'Booking fee', amount: '€1.00' })));
	expect(dialog.getByText(fees('kept', { name: 'Booking fee' }))).toBeTruthy();
});

describe('with a code', () => {
	const tryCode = 'POST /v1/events/{event_id}/codes:try';
	const hidden = () => seatedEvent({ tiers: [seatedEvent().tiers[0]!] });
	beforeEach(async () => {
		await checkout.load();
		// Without the code the seats of the Balcony are blocked, and their tier has no name.
		test.server
			.on('GET /v1/events/{event_id}', hidden())
			.on('GET /v1/events/{event_id}/seats/layout', ({ query }: Received) =>
				answer(query.get('access_code') ? layout : { ...layout, tiers: ['Front', ''], tier_ids: { Front: 'tir_front' } })
			)
			.on('GET /v1/events/{event_id}/seats', ({ query }: Received) =>
				answer({ event_id: eventID, ledger_seq: 9, seats: query.get('access_code') ? chart : chart.slice(0, 12) + 'bbbbbb' })
			);
	});
	async function type(code: string) {
		await fireEvent.input(screen.getByLabelText(checkout('buy.codeLabel')), { target: { value: code } });
		await fireEvent.click(screen.getByRole('button', { name: checkout('buy.codeUse') }));
	}

	it('opens hidden seats, keeps what was chosen, and orders with it', async () => {
		const tiers = [{ ...seatedEvent().tiers[1]!, hidden: true }];
		test.server.on(tryCode, { kind: 'access', prices: [], tiers }).on(orders, placed);
		await open();
		await choose(4);
		await fireEvent.change(screen.getByLabelText(texts('list.section')), { target: { value: '1' } });
		await until(() => expect(screen.queryByRole('checkbox', { name: /seat 3,/ })).toBeNull());
		await type('friends');
		await until(() => expect(screen.getByText(checkout('buy.codeGood', { what: checkout('buy.codeOpens', { n: 1 }) }))).toBeTruthy());
		await fireEvent.change(screen.getByLabelText(texts('list.section')), { target: { value: '1' } });
		await until(() => expect(box(3).getAttribute('aria-label')).toContain('€15.00'));
		await choose(3);
		expect(chosen()).toBe(2);
		expect(screen.getByText('€40.00')).toBeTruthy();
		await fireEvent.click(screen.getByRole('button', { name: texts('choice.go', { n: 2 }) }));
		await fill('Ada', 'ada@example.org');
		await submit(texts('who.go'));
		await until(() => expect(location.hash).toBe('#paying'));
		expect(test.server.to(orders)[0]!.body).toMatchObject({ access_code: 'friends' });
	});

	it('makes seats cheaper, and the total with them', async () => {
		test.server.on(tryCode, { kind: 'promo', percent_bp: 2000, prices: [{ tier_id: 'tir_front', unit_gross: 2000, unit_fees: 0 }], tiers: [] });
		await open();
		await choose(4);
		await type('EARLY20');
		await until(() => expect(screen.getAllByText('€20.00').length).toBeGreaterThan(0));
		// Another code is another one: what this was good for ends.
		await fireEvent.input(screen.getByLabelText(checkout('buy.codeLabel')), { target: { value: 'EARLY2' } });
		await until(() => expect(screen.queryAllByText('€20.00')).toEqual([]));
	});

	it('says the new total beside the code', async () => {
		test.server.on(tryCode, { kind: 'promo', percent_bp: 2000, prices: [{ tier_id: 'tir_front', unit_gross: 2000, unit_fees: 0 }], tiers: [] });
		await open();
		await type('EARLY20');
		await until(() => screen.getByText(checkout('buy.codeGood', { what: checkout('buy.codePercent', { n: 20 }) })));
		await choose(4);
		await choose(5);
		const said = screen.getByText(checkout('buy.codeTotal', { amount: '€40.00' }));
		expect(said.closest('[role=status]')).toBeTruthy();
	});

	it('says that nobody knows a code', async () => {
		test.server.on(tryCode, () => refusal(404, 'not_found'));
		await open();
		await type('NOPE');
		await until(() => expect(screen.getByText(problem('code_unknown'))).toBeTruthy());
	});

	it('lets nobody wait for a section that has seats of a hidden tier', async () => {
		chart = 's'.repeat(18);
		await open();
		await fireEvent.click(screen.getByRole('button', { name: texts('wait.open') }));
		const dialog = within(await until(() => screen.getByRole('dialog')));
		const wishes = dialog.getAllByRole('checkbox').map((b) => b.closest('label')!.querySelector('span')!.textContent);
		expect(wishes).toEqual([texts('wait.tier', { tier: 'Front' }), texts('wait.section', { section: 'Stalls' })]);
	});
});

describe('waiting for a seat that is taken', () => {
	it('is offered for a seat that is sold, not for one that is not for sale', async () => {
		await open();
		expect(
			screen.getByRole('button', { name: texts('list.waitFor', { place: texts('seat.place', { section: 'Stalls', row: 'A', number: 2 }) }) })
		).toBeTruthy();
		await fireEvent.change(screen.getByLabelText(texts('list.section')), { target: { value: '1' } });
		await until(() => expect(box(1).getAttribute('aria-label')).toContain(texts('seat.blocked')));
		const waits = screen.getAllByRole('button', { name: /^Wait for / }).map((b) => b.getAttribute('aria-label'));
		expect(waits).toEqual([texts('list.waitFor', { place: texts('seat.place', { section: 'Balcony', row: 'C', number: 2 }) })]);
	});

	it('joins the waitlist for that seat and says what happens next', async () => {
		test.server.on('POST /v1/events/{event_id}/seats/{seat_id}/waitlist', () =>
			answer({ status: 'waitlisted', entry_id: 'wle_1', position: 1, units: 1, ledger_seq: 12 }, 201)
		);
		await open();
		await fireEvent.click(screen.getByRole('button', { name: /^Wait for .*seat 2$/ }));
		const dialog = await fill('Ada', 'ada@example.org');
		expect(dialog.getByText(texts('wait.seatText', { place: texts('seat.place', { section: 'Stalls', row: 'A', number: 2 }) }))).toBeTruthy();
		await submit(texts('wait.go'));
		await until(() => screen.getByRole('dialog', { name: texts('wait.done') }));
		expect(screen.getByText(texts('wait.doneText', { email: 'ada@example.org' }))).toBeTruthy();
		expect(test.server.to('POST /v1/events/{event_id}/seats/{seat_id}/waitlist')[0]!.path['seat_id']).toBe('sea_3k9q0a7c0000000000000002');
	});

	it('lets nobody wait for what anybody can have', async () => {
		// All of the Stalls are sold, and all but two of the Balcony that are not side by side.
		chart = 's'.repeat(12) + 'bwasas';
		await open();
		await fireEvent.click(screen.getByRole('button', { name: texts('wait.open') }));
		const dialog = within(await until(() => screen.getByRole('dialog')));
		const wishes = () => dialog.getAllByRole('checkbox').map((b) => b.closest('label')!.querySelector('span')!.textContent);
		expect(wishes()).toContain(texts('wait.section', { section: 'Balcony' }));
		await fireEvent.click(dialog.getByRole('button', { name: texts('best.less') }));
		await until(() => expect(wishes()).not.toContain(texts('wait.section', { section: 'Balcony' })));
		expect(wishes()).toContain(texts('wait.section', { section: 'Stalls' }));
	});

	it('goes on to pay when it came free meanwhile', async () => {
		test.server.on('POST /v1/events/{event_id}/seats/{seat_id}/waitlist', () =>
			answer({ status: 'pending', order_id: 'ord_1', units: 1, payment_url: `${location.origin}/#paying`, ledger_seq: 12 }, 201)
		);
		await open();
		await fireEvent.click(screen.getByRole('button', { name: /^Wait for .*seat 2$/ }));
		await fill('Ada', 'ada@example.org');
		await submit(texts('wait.go'));
		await until(() => expect(location.hash).toBe('#paying'));
	});

	it.each(languages)('says what the seats cost before anybody is asked for a name (%s)', async (l) => {
		await speak(l);
		const words = reading(seatsTexts, l) as typeof texts;
		const amount = { en: { one: '€25.00', three: '€75.00', from: '€45.00' }, de: { one: '25,00 €', three: '75,00 €', from: '45,00 €' } }[l];
		chart = 's'.repeat(18);
		await open();
		await fireEvent.click(screen.getAllByRole('button', { name: /^Wait for |^Auf .* warten/ })[0]!);
		let dialog = within(await until(() => screen.getByRole('dialog', { name: words('wait.seat') })));
		dialog.getByText(words('wait.price', { n: 1, amount: amount.one }));
		await fireEvent.click(dialog.getByRole('button', { name: core('close') }));
		await fireEvent.click(screen.getByRole('button', { name: words('wait.open') }));
		dialog = within(await until(() => screen.getByRole('dialog', { name: words('wait.title') })));
		expect(dialog.queryByText(/Waiting is free|Warten kostet nichts/)).toBeNull();
		await fireEvent.click(dialog.getByRole('button', { name: words('best.more') }));
		await fireEvent.click(dialog.getByLabelText(new RegExp(`^${words('wait.tier', { tier: 'Front' })}\\s*${amount.one}$`)));
		await until(() => dialog.getByText(words('wait.price', { n: 3, amount: amount.three })));
		await fireEvent.click(dialog.getByLabelText(new RegExp(words('wait.section', { section: 'Balcony' }))));
		await until(() => dialog.getByText(words('wait.price', { n: 3, amount: words('wait.range', { from: amount.from, to: amount.three }) })));
	});

	it('is refused for what was wished for, until that is something else', async () => {
		chart = 's'.repeat(18);
		test.server.on('POST /v1/events/{event_id}/seats:wait', () => refusal(422, 'party_exceeds_capacity'));
		await open();
		await fireEvent.click(screen.getByRole('button', { name: texts('wait.open') }));
		const dialog = await fill('Ada', 'ada@example.org');
		await fireEvent.click(dialog.getByLabelText(new RegExp(texts('wait.section', { section: 'Balcony' }))));
		await submit(texts('wait.submit'));
		await until(() => expect(dialog.getByRole('alert').textContent?.trim()).toBe(problem('party_exceeds_capacity')));
		await fireEvent.click(dialog.getByRole('button', { name: texts('best.less') }));
		expect(dialog.queryByRole('alert')).toBeNull();
	});

	it('asks for a wish when somebody waits for any seat and names none', async () => {
		await open();
		await fireEvent.click(screen.getByRole('button', { name: texts('wait.open') }));
		await fill('Ada', 'ada@example.org');
		await submit(texts('wait.submit'));
		await until(() => expect(screen.getByText(texts('wait.none'))).toBeTruthy());
		expect(test.server.to('POST /v1/events/{event_id}/seats:wait')).toEqual([]);
	});
});

/** What a refusal reads in English: its own words. */
function problem(code: string): string {
	const text = (refusalsTexts as Record<string, { en: unknown }>)[`problem.${code}`]?.en;
	if (typeof text !== 'string') throw new Error(`no words for ${code}`);
	return text;
}
