import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { checkout as texts } from '$lib/translations/checkout';
import checkoutTexts from '$lib/translations/checkout.json';
import { core } from '$lib/translations/core';
import { donations } from '$lib/translations/donations';
import { guest } from '$lib/translations/guest';
import refusalsTexts from '$lib/translations/refusals.json';
import { session } from '$lib/session.svelte';
import { leastOf } from '$lib/testing/contract';
import { event, order, tier } from '$lib/testing/fixtures';
import { languages, reading, serve, speak, until } from '$lib/testing/page';
import { answer, refusal } from '$lib/testing/server';
import Buy from './Buy.svelte';

const test = serve();
const orders = 'POST /v1/events/{event_id}/orders';
const tryCode = 'POST /v1/events/{event_id}/codes:try';
const now = Date.parse('2030-05-01T12:00:00Z');
const placed = () => answer({ ...order(), payment_url: `${location.origin}/#paying`, ledger_seq: 12 }, 201);

beforeEach(async () => {
	await Promise.all([texts.load(), core.load(), guest.load()]);
});

/** Shows an event with tickets to buy; returns what is called when its numbers may have changed. */
function show(of: Parameters<typeof event>[0] = {}) {
	const changed = vi.fn();
	render(Buy, { event: event(of), now, changed });
	return changed;
}
const more = (name: string) => screen.getByRole('button', { name: texts('buy.more', { tier: name }) });
const fewer = (name: string) => screen.getByRole('button', { name: texts('buy.less', { tier: name }) });
const submit = () => fireEvent.submit(screen.getByRole('form', { name: texts('buy.title') }));
async function fill(name = 'Ada', email = 'ada@example.org') {
	await fireEvent.input(screen.getByLabelText(guest('join.name')), { target: { value: name } });
	await fireEvent.input(screen.getByLabelText(guest('join.email')), { target: { value: email } });
}
const idle = () => until(() => expect(screen.getByRole('form').querySelector('[aria-busy=true]')).toBeNull());
/** What is said against a field, as a screen reader reads it with the field. */
function errorOf(label: string): string | undefined {
	const field = screen.getByLabelText(label);
	if (field.getAttribute('aria-invalid') !== 'true') return undefined;
	const ids = field.getAttribute('aria-describedby')!.split(' ');
	return document.getElementById(ids.find((id) => id.endsWith('-error'))!)?.textContent?.trim();
}

describe('ordering tickets', () => {
	it.each(languages)('asks for tickets, a name and an address, each beside its field (%s)', async (l) => {
		await speak(l);
		const words = reading(checkoutTexts, l);
		show();
		await submit();
		await until(() => expect(screen.getByRole('alert').textContent?.trim()).toBe(words('buy.none')));
		expect(errorOf(guest('join.name'))).toBe(core('field.required'));
		expect(errorOf(guest('join.email'))).toBe(core('field.required'));
		expect(document.activeElement).toBe(screen.getByLabelText(guest('join.name')));
		await fill('Ada', 'ada@');
		await submit();
		await until(() => expect(errorOf(guest('join.email'))).toBe(core('field.email')));
		expect(errorOf(guest('join.name'))).toBeUndefined();
		expect(document.activeElement).toBe(screen.getByLabelText(guest('join.email')));
		// It stays while it is wrong, and goes as soon as it is right.
		await fill('Ada', 'ada@example');
		expect(errorOf(guest('join.email'))).toBe(core('field.email'));
		await fill('Ada', 'ada@example.org');
		expect(errorOf(guest('join.email'))).toBeUndefined();
		await fill('Ada', '');
		expect(errorOf(guest('join.email'))).toBe(core('field.email'));
		expect(test.server.requests).toEqual([]);
	});

	it('says beforehand that the address is to be confirmed, unless it is', async () => {
		show({ require_confirmed_address: true });
		expect(screen.queryByText(guest('join.emailHint'))).toBeNull();
		expect(screen.getByText(guest('join.emailConfirm'))).toBeTruthy();
		const someoneElse = session.me;
		session.set({ ...leastOf('Me'), kind: 'person', account: { ...leastOf('Account'), email: 'ada@example.org' } });
		await fill();
		await until(() => expect(screen.getByText(guest('join.emailHint'))).toBeTruthy());
		if (someoneElse) session.set(someoneElse);
	});

	it('takes what there is and no more', async () => {
		show({ tiers: [tier({ available: 2 }), tier({ id: 'tir_vip', name: 'VIP', available: 40, max_per_order: 1, price: 9000, unit_gross: 9000 })] });
		for (let i = 0; i < 5; i++) await fireEvent.click(more('General'));
		for (let i = 0; i < 5; i++) await fireEvent.click(more('VIP'));
		expect(screen.getByRole('button', { name: texts('buy.submitPay', { n: 3, amount: '€140.00' }) })).toBeTruthy();
		for (let i = 0; i < 5; i++) await fireEvent.click(fewer('General'));
		expect(screen.getByRole('button', { name: texts('buy.submitPay', { n: 1, amount: '€90.00' }) })).toBeTruthy();
	});

	it('offers nothing of what is sold out or not on sale, and the waitlist instead', async () => {
		show({
			tiers: [
				tier(),
				tier({ id: 'tir_out', name: 'Early bird', available: 0 }),
				// What is free belongs to those who wait.
				tier({ id: 'tir_waited', name: 'Balcony', available: 3, waiting: 2 }),
				tier({ id: 'tir_soon', name: 'Late', sale_starts_at: '2030-05-02T12:00:00Z' }),
				tier({ id: 'tir_over', name: 'Gone', sale_ends_at: '2030-04-30T12:00:00Z' })
			]
		});
		expect(screen.getAllByRole('button', { name: /^One more: / }).map((b) => b.getAttribute('aria-label'))).toEqual([texts('buy.more', { tier: 'General' })]);
		expect(screen.getAllByText(new RegExp(guest('join.tierFull')))).toHaveLength(2);
		expect(screen.getByText(new RegExp(texts('buy.after')))).toBeTruthy();
		await fireEvent.click(screen.getByRole('button', { name: texts('buy.waitlist') }));
		await until(() => expect(screen.getByRole('button', { name: texts('buy.back') })).toBeTruthy());
		expect(screen.queryByText('Late')).toBeNull();
	});

	it('sends what was chosen and goes on to the payment, busy until the page is left', async () => {
		test.server.on(orders, placed);
		show();
		await fireEvent.click(more('General'));
		await fireEvent.click(more('General'));
		await fill();
		await submit();
		await until(() => expect(location.hash).toBe('#paying'));
		expect(test.server.to(orders)[0]!.body).toEqual({ name: 'Ada', email: 'ada@example.org', items: [{ tier_id: 'tir_general', quantity: 2 }], locale: 'en' });
		await submit();
		expect(test.server.to(orders)).toHaveLength(1);
		// Back by the browser's button: it can be sent again.
		window.dispatchEvent(new Event('pageshow'));
		await idle();
	});

	it('gives nothing that was not chosen, and what was as a line of its own', async () => {
		test.server.on(orders, placed);
		show({
			tiers: [
				tier(),
				tier({
					id: 'tir_gift',
					name: 'For the orchestra',
					kind: 'donation',
					pricing: 'chosen',
					price: 500,
					price_min: 100,
					price_max: 5000,
					suggested: [500, 1000]
				})
			]
		});
		await until(() => expect(screen.getByRole('radio', { name: donations('none') })).toHaveProperty('checked', true));
		await fireEvent.click(more('General'));
		expect(screen.getByRole('button', { name: texts('buy.submitPay', { n: 1, amount: '€25.00' }) })).toBeTruthy();
		await fireEvent.click(screen.getByRole('radio', { name: '€10.00' }));
		expect(screen.getByRole('button', { name: texts('buy.submitPay', { n: 1, amount: '€35.00' }) })).toBeTruthy();
		await fireEvent.click(screen.getByRole('radio', { name: donations('none') }));
		await fireEvent.click(screen.getByRole('radio', { name: donations('other') }));
		await fireEvent.input(screen.getByLabelText(donations('amount', { currency: 'EUR' })), { target: { value: '0.50' } });
		await fill();
		await submit();
		await until(() => expect(errorOf(donations('amount', { currency: 'EUR' }))).toBe(donations('wrong', { least: '€1.00', most: '€50.00' })));
		expect(test.server.to(orders)).toHaveLength(0);
		await fireEvent.input(screen.getByLabelText(donations('amount', { currency: 'EUR' })), { target: { value: '7' } });
		await submit();
		await until(() => expect(location.hash).toBe('#paying'));
		expect(test.server.to(orders)[0]!.body).toMatchObject({
			items: [
				{ tier_id: 'tir_general', quantity: 1 },
				{ tier_id: 'tir_gift', quantity: 1, unit_price: 700 }
			]
		});
		window.dispatchEvent(new Event('pageshow'));
		await idle();
	});

	it('says so when there was nothing to pay', async () => {
		test.server.on(orders, answer({ ...order({ status: 'confirmed', total: 0 }), payment_url: undefined, ledger_seq: 12 }, 201));
		test.server.on(orders, () => answer({ ...order({ status: 'confirmed', total: 0 }), payment_url: undefined, ledger_seq: 12 }, 201));
		const changed = show();
		await fireEvent.click(more('General'));
		await fill();
		await submit();
		await until(() => screen.getByRole('heading', { name: texts('buy.done') }));
		expect(screen.getByText(texts('buy.doneText', { email: 'ada@example.org' }))).toBeTruthy();
		expect(changed).toHaveBeenCalled();
	});

	it.each(languages)('explains a refusal, has the numbers read again, and keeps what was typed (%s)', async (l) => {
		await speak(l);
		test.server.on(orders, () => refusal(409, 'sold_out'));
		const changed = show();
		await fireEvent.click(more('General'));
		await fill();
		await submit();
		const words = reading(refusalsTexts, l);
		await until(() => expect(screen.getByRole('alert').textContent?.trim()).toBe(words('problem.sold_out')));
		expect(document.activeElement).toBe(screen.getByRole('alert'));
		expect(changed).toHaveBeenCalledTimes(1);
		expect(screen.getByLabelText<HTMLInputElement>(guest('join.name')).value).toBe('Ada');
	});

	it('takes back what was said against the tickets as soon as they are others', async () => {
		test.server.on(orders, () => refusal(422, 'limit_per_order', { 'items[0].quantity': 'limit_per_order' }));
		show();
		await fireEvent.click(more('General'));
		await fill();
		await submit();
		await until(() => expect(screen.getByRole('alert').textContent?.trim()).toBe(refusalsTexts['problem.limit_per_order'].en));
		await fireEvent.click(more('General'));
		expect(screen.queryByRole('alert')).toBeNull();
	});

	it('says the total before anybody is asked for a name', async () => {
		show();
		await fireEvent.click(more('General'));
		const total = screen.getByText(texts('items.total')).closest('dl')!;
		expect(total.compareDocumentPosition(screen.getByLabelText(guest('join.name'))) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
	});

	it('says how many tickets one payment card buys, once there is something to pay', async () => {
		show({ orders: { ...event().orders, limit_per_card: 4 } });
		expect(screen.queryByText(texts('buy.perCard', { n: 4 }))).toBeNull();
		await fireEvent.click(more('General'));
		expect(screen.getByText(texts('buy.perCard', { n: 4 }))).toBeTruthy();
	});

	it('repeats the same order after an answer that was lost, and another after a refusal', async () => {
		const answers = [() => refusal(503, 'busy'), () => refusal(409, 'sold_out'), placed];
		test.server.on(orders, () => answers.shift()!());
		show();
		await fireEvent.click(more('General'));
		await fill();
		for (let i = 1; i <= 3; i++) {
			await submit();
			await until(() => expect(test.server.to(orders)).toHaveLength(i));
			if (i < 3) await idle();
		}
		const [lost, refused, last] = test.server.to(orders).map((r) => r.key);
		expect(refused).toBe(lost);
		expect(last).not.toBe(lost);
	});

	it('says that there is no network, and sends nothing twice at a time', async () => {
		test.server.unreachable = true;
		show();
		await fireEvent.click(more('General'));
		await fill();
		await Promise.all([submit(), submit()]);
		await until(() => expect(screen.getByRole('alert').textContent?.trim()).toBe(core('problem.offline')));
		test.server.unreachable = false;
		test.server.on(orders, placed);
		await Promise.all([submit(), submit()]);
		await until(() => expect(location.hash).toBe('#paying'));
		expect(test.server.to(orders)).toHaveLength(1);
	});
});

describe('a promo code', () => {
	const codeField = () => screen.getByLabelText<HTMLInputElement>(texts('buy.codeLabel'));
	const apply = async (code: string) => {
		await fireEvent.input(codeField(), { target: { value: code } });
		await fireEvent.click(screen.getByRole('button', { name: texts('buy.codeUse') }));
	};

	it('that does not exist is refused beside its field', async () => {
		test.server.on(tryCode, () => refusal(404, 'not_found'));
		show();
		await apply('NOPE');
		await until(() => expect(errorOf(texts('buy.codeLabel'))).toBe(refusalsTexts['problem.code_unknown'].en));
		await fireEvent.input(codeField(), { target: { value: 'OTHER' } });
		expect(errorOf(texts('buy.codeLabel'))).toBeUndefined();
	});

	it('takes nothing off a price that nobody has chosen yet', async () => {
		const free = tier({ pricing: 'chosen', price: 2500, price_min: 500, price_max: 9000 });
		test.server.on(tryCode, { kind: 'promo', percent_bp: 2000, tiers: [free], prices: [{ tier_id: 'tir_general', unit_gross: 2000, unit_fees: 0 }] });
		show({ tiers: [free] });
		await apply('SUMMER');
		await until(() => screen.getByText(texts('buy.codeGood', { what: texts('buy.codePercent', { n: 20 }) })));
		expect(document.querySelector('s')).toBeNull();
		await fireEvent.click(more('General'));
		expect(document.querySelector('s')?.textContent).toBe('€25.00');
	});

	it('says what it is worth and goes with the order', async () => {
		test.server
			.on(tryCode, { kind: 'promo', percent_bp: 2000, tiers: [tier()], prices: [{ tier_id: 'tir_general', unit_gross: 2000, unit_fees: 0 }] })
			.on(orders, placed);
		show();
		await apply(' SUMMER ');
		await until(() => screen.getByText(texts('buy.codeGood', { what: texts('buy.codePercent', { n: 20 }) })));
		await fireEvent.click(more('General'));
		// The total goes on running, with what the code takes off.
		await fireEvent.click(more('General'));
		expect(screen.getByRole('button', { name: texts('buy.submitPay', { n: 2, amount: '€40.00' }) })).toBeTruthy();
		expect(screen.getByText('−€10.00')).toBeTruthy();
		await fireEvent.click(fewer('General'));
		expect(screen.getByRole('button', { name: texts('buy.submitPay', { n: 1, amount: '€20.00' }) })).toBeTruthy();
		await fill();
		await submit();
		await until(() => expect(location.hash).toBe('#paying'));
		expect(test.server.to(orders)[0]!.body['promo_code']).toBe('SUMMER');
	});

	it('keeps the total in view: in the form from the start, and beside the code', async () => {
		test.server.on(tryCode, { kind: 'promo', percent_bp: 2000, tiers: [tier()], prices: [{ tier_id: 'tir_general', unit_gross: 2000, unit_fees: 0 }] });
		show();
		const total = () => screen.getByText(texts('items.total')).closest('[aria-live=polite]')!.textContent;
		expect(total()).toContain('€0.00');
		await fireEvent.click(more('General'));
		expect(total()).toContain('€25.00');
		await apply('SUMMER');
		await until(() => screen.getByText(texts('buy.codeTotal', { amount: '€20.00' })));
		expect(total()).toContain('€20.00');
		await fireEvent.click(more('General'));
		screen.getByText(texts('buy.codeTotal', { amount: '€40.00' }));
	});

	it('that is typed and not applied is tried before the order is sent', async () => {
		test.server.on(tryCode, () => refusal(404, 'not_found'));
		show();
		await fireEvent.click(more('General'));
		await fill();
		await fireEvent.input(codeField(), { target: { value: 'NOPE' } });
		await submit();
		await until(() => expect(errorOf(texts('buy.codeLabel'))).toBe(refusalsTexts['problem.code_unknown'].en));
		await idle();
		expect(test.server.to(orders)).toEqual([]);
	});

	it('opens tickets that are not shown without it', async () => {
		const secret = tier({ id: 'tir_crew', name: 'Crew', hidden: true, price: 500, unit_gross: 500 });
		test.server.on(tryCode, { kind: 'access', tiers: [secret], prices: [] }).on(orders, placed);
		show({ tiers: [tier(), secret] });
		expect(screen.queryByText('Crew')).toBeNull();
		await apply('CREW');
		await until(() => screen.getByText('Crew'));
		await fireEvent.click(more('Crew'));
		await fill();
		await submit();
		await until(() => expect(location.hash).toBe('#paying'));
		expect(test.server.to(orders)[0]!.body).toMatchObject({ access_code: 'CREW', items: [{ tier_id: 'tir_crew', quantity: 1 }] });
	});
});
