import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { client, type Schema } from '$lib/api/client';
import Toasts from '$lib/ui/Toasts.svelte';
import { checkout as texts } from '$lib/translations/checkout';
import checkoutTexts from '$lib/translations/checkout.json';
import { core } from '$lib/translations/core';
import { guest } from '$lib/translations/guest';
import refusalsTexts from '$lib/translations/refusals.json';
import { deadline } from '$lib/event/deadline';
import { event, order } from '$lib/testing/fixtures';
import { languages, reading, serve, speak, until } from '$lib/testing/page';
import { answer, refusal } from '$lib/testing/server';
import Checkout from './Checkout.svelte';

const test = serve();
const pay = 'POST /v1/orders/{order_id}:checkout';
const cancel = 'POST /v1/orders/{order_id}:cancel';
const now = Date.parse('2030-05-01T12:00:00Z');
const expires = '2030-05-01T12:15:00Z';
const pending = (of: Partial<Schema['Order']> = {}) => order({ expires_at: expires, created_at: '2030-05-01T12:00:00Z', ...of });

/** The order and its payments as the server has them. */
let current: Schema['Order'];
let payments: Schema['Payments'];
const checkoutOf = (status: Schema['CheckoutState']['status']): Schema['CheckoutState'] => ({
	id: 'chk_1',
	provider: 'testpay',
	status,
	payment_url: `${location.origin}/#provider`
});
const payment = (of: Partial<Schema['Payment']>): Schema['Payment'] => ({
	id: 'pay_1',
	provider: 'testpay',
	amount: 5000,
	currency: 'EUR',
	captured_at: '2030-05-01T12:05:00Z',
	status: 'captured',
	refunds: [],
	...of
});

beforeEach(async () => {
	vi.useFakeTimers({ now });
	await Promise.all([texts.load(), core.load(), guest.load()]);
	current = pending();
	payments = { items: [], checkouts: [] };
	test.server.on('GET /v1/orders/{order_id}', () => answer(current)).on('GET /v1/orders/{order_id}/payments', () => answer(payments));
	test.server
		.on('GET /v1/orders/{order_id}/invoices', () => answer({ items: [] }))
		.on('GET /v1/orders/{order_id}/billing', () => answer({ order_id: current.id, street: '', city: '', country: '', updated_at: null, available: false }));
});

/** Shows the page of the order to whoever has its link. */
async function show(bearer = true) {
	const reload = vi.fn(() => Promise.resolve());
	render(Toasts);
	render(Checkout, { api: client('token'), standing: { event: event(), kind: 'order', order: current, tickets: [] }, reload, bearer });
	await seen(() => expect(test.server.to('GET /v1/orders/{order_id}/payments').length).toBeGreaterThan(0));
	return reload;
}
/** Lets time pass: what the page does by itself is done in it. */
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const seen = until;
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
const payButton = () => screen.getByRole('button', { name: texts('pending.pay', { amount: '€50.00' }) });
/** How often the page looks while something may change. */
const look = 2600;

describe('an order that waits for its payment', () => {
	it.each(languages)('says until when it is held and what it costs (%s)', async (l) => {
		await speak(l);
		const words = reading(checkoutTexts, l);
		await show();
		expect(heading()).toBe(words('pending.title'));
		expect(screen.getByText(words('pending.left'))).toBeTruthy();
		expect(screen.getByRole('timer').textContent).toBe(core('time.minutes', { n: 15 }));
		await pass(60_000);
		expect(screen.getByRole('timer').textContent).toBe(core('time.minutes', { n: 14 }));
		const amount = l === 'de' ? '50,00\u00a0€' : '€50.00';
		expect(screen.getByRole('button', { name: words('pending.pay', { amount }) })).toBeTruthy();
	});

	it.each(languages)('says how long it is held first, and what going on to pay gives (%s)', async (l) => {
		await speak(l);
		const words = reading(checkoutTexts, l);
		current = pending({ expires_at: '2030-05-01T12:05:00Z', pay_until: expires });
		await show();
		const time = deadline('2030-05-01T12:05:00Z', event().timezone, new Date(now));
		const whole = deadline(expires, event().timezone, new Date(now));
		expect(screen.getByText(words('pending.textFirst', { time, whole }))).toBeTruthy();
		expect(screen.getByText(words('pending.leftFirst'))).toBeTruthy();
		expect(screen.getByRole('timer').textContent).toBe(core('time.minutes', { n: 5 }));
		// Back from the provider: the payment has begun.
		current = pending();
		window.dispatchEvent(new Event('pageshow'));
		await seen(() => expect(screen.getByText(words('pending.text', { time: whole }))).toBeTruthy());
		expect(screen.getByText(words('pending.left'))).toBeTruthy();
	});

	it('leads to the provider, busy until the page is left, and can be sent again when one comes back', async () => {
		test.server.on(pay, {
			id: 'chk_1',
			order_id: current.id,
			provider: 'testpay',
			amount: 5000,
			currency: 'EUR',
			expires_at: expires,
			payment_url: `${location.origin}/#provider`
		});
		await show();
		await fireEvent.click(payButton());
		await seen(() => expect(location.hash).toBe('#provider'));
		expect(payButton().getAttribute('aria-busy')).toBe('true');
		await fireEvent.click(payButton());
		expect(test.server.to(pay).map((r) => r.body)).toEqual([{ provider: 'testpay' }]);
		window.dispatchEvent(new Event('pageshow'));
		await seen(() => expect(payButton().getAttribute('aria-busy')).toBeNull());
	});

	it('says why paying cannot begin, and tries another time as another try', async () => {
		const answers = [() => refusal(503, 'busy'), () => refusal(409, 'order_not_payable')];
		test.server.on(pay, () => answers.shift()!());
		await show();
		await fireEvent.click(payButton());
		await seen(() => expect(screen.getByRole('alert').textContent?.trim()).toBe(core('problem.busy')));
		await fireEvent.click(payButton());
		await seen(() => expect(screen.getByRole('alert').textContent?.trim()).toBe(refusalsTexts['problem.order_not_payable'].en));
		const [first, second] = test.server.to(pay);
		expect(second!.key).toBe(first!.key);
	});

	it('is cancelled when somebody says so twice', async () => {
		test.server.on(cancel, () => {
			current = pending({ status: 'cancelled', reason: 'order_cancelled' });
			return answer({ status: 'cancelled', ledger_seq: 9 });
		});
		const reload = await show();
		const ask = () => fireEvent.click(screen.getByRole('button', { name: texts('pending.cancel') }));
		await ask();
		await fireEvent.click(
			within(screen.getByRole('dialog', { name: texts('pending.cancel.title') })).getByRole('button', { name: texts('pending.cancel.no') })
		);
		expect(test.server.to(cancel)).toEqual([]);
		await ask();
		await fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: texts('pending.cancel.yes') }));
		await seen(() => expect(heading()).toBe(texts('ended.cancelled.title')));
		expect(screen.getAllByRole('status').some((s) => s.textContent?.includes(texts('pending.cancel.done')))).toBe(true);
		expect(screen.queryByRole('button', { name: texts('pending.cancel') })).toBeNull();
		expect(reload).toHaveBeenCalled();
	});

	it('stays as it is when cancelling fails, and says why', async () => {
		test.server.on(cancel, () => refusal(409, 'event_over'));
		await show();
		await fireEvent.click(screen.getByRole('button', { name: texts('pending.cancel') }));
		await fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: texts('pending.cancel.yes') }));
		await seen(() => expect(screen.getByRole('alert').textContent?.trim()).toBe(refusalsTexts['problem.event_over'].en));
		expect(heading()).toBe(texts('pending.title'));
	});
});

describe('what becomes of the order while somebody looks', () => {
	it.each(languages)('is read out: on its way, received, paid (%s)', async (l) => {
		await speak(l);
		const words = reading(checkoutTexts, l);
		const reload = await show();
		const live = () => screen.getByRole('heading', { level: 1 }).closest('[aria-live=polite]')?.textContent;
		payments = { items: [], checkouts: [checkoutOf('pending')] };
		await pass(look);
		expect(live()).toContain(words('way.pending.title'));
		expect(screen.queryByRole('timer')).toBeNull();
		payments = { items: [payment({})], checkouts: [checkoutOf('paid')] };
		await pass(look);
		expect(live()).toContain(words('way.captured.title'));
		expect(live()).toContain(words('way.watching'));
		current = pending({ status: 'confirmed', paid: 5000 });
		payments = { items: [payment({ status: 'tickets' })], checkouts: [checkoutOf('paid')] };
		await pass(look);
		expect(live()).toContain(words('paid.title'));
		expect(live()).not.toContain(words('way.watching'));
		expect(reload).toHaveBeenCalledTimes(1);
		// Nothing can change any more: nobody asks.
		const asked = test.server.requests.length;
		await pass(10 * look);
		expect(test.server.requests.length).toBe(asked);
	});

	it.each(languages)('says that a payment failed and lets one try again (%s)', async (l) => {
		await speak(l);
		const words = reading(checkoutTexts, l);
		payments = { items: [], checkouts: [checkoutOf('failed')] };
		await show();
		await seen(() => expect(screen.getByRole('alert').textContent?.trim()).toBe(words('way.failed')));
		expect(heading()).toBe(words('pending.title'));
		expect(screen.getByRole('timer')).toBeTruthy();
	});

	it.each(languages)('says that the time is over, before the server does (%s)', async (l) => {
		await speak(l);
		const words = reading(checkoutTexts, l);
		current = pending({ expires_at: '2030-05-01T12:00:20Z' });
		await show();
		expect(screen.getByRole('timer')).toBeTruthy();
		await pass(21_000);
		expect(heading()).toBe(words('lapsed.title'));
		expect(screen.queryByRole('timer')).toBeNull();
		expect(screen.getByRole('link', { name: words('lapsed.again') })).toBeTruthy();
		expect(screen.queryByRole('button', { name: words('pending.cancel') })).toBeNull();
		current = { ...current, status: 'expired', reason: 'order_expired' };
		await pass(look);
		expect(heading()).toBe(words('lapsed.title'));
	});

	it.each([
		['lapsed.captured.title', payment({ status: 'captured' })],
		['lapsed.back.title', payment({ status: 'refund' })]
	] as const)('tells money that came late: %s', async (title, late) => {
		current = pending({ status: 'expired', reason: 'order_expired' });
		payments = { items: [late], checkouts: [] };
		await show();
		await seen(() => expect(heading()).toBe(texts(title)));
	});

	it('tells how far a refund is', async () => {
		current = pending({ status: 'refunded', reason: 'order_refunded', paid: 5000, refunded: 5000 });
		const refund = (status: Schema['RefundPayout']['status']): Schema['RefundPayout'] => ({
			id: 'ref_1',
			amount: 5000,
			currency: 'EUR',
			reason: 'order_refunded',
			status,
			created_at: expires,
			updated_at: expires
		});
		payments = { items: [payment({ status: 'tickets', refunds: [refund('pending')] })], checkouts: [] };
		await show();
		await seen(() => expect(screen.getByText(texts('refund.pending', { amount: '€50.00' }))).toBeTruthy());
		payments = { items: [payment({ status: 'tickets', refunds: [refund('done')] })], checkouts: [] };
		await pass(look);
		expect(screen.getByText(texts('refund.done', { amount: '€50.00' }))).toBeTruthy();
	});

	it('says why a payment by a card that has bought enough goes back, and what to do', async () => {
		payments = {
			items: [
				payment({
					status: 'refund',
					refunds: [{ id: 'ref_1', amount: 5000, currency: 'EUR', reason: 'card_limit', status: 'done', created_at: expires, updated_at: expires }]
				})
			],
			checkouts: []
		};
		await show();
		await seen(() => expect(screen.getByText(texts('refund.card'), { exact: false })).toBeTruthy());
	});

	it('has a receipt of what was paid, also when all of it went back', async () => {
		const receipt = () => screen.queryByRole('link', { name: guest('order.receipt') });
		test.server.on('GET /v1/orders/{order_id}/exchanges', () => answer({ items: [] }));
		current = pending({ status: 'refunded', reason: 'order_refunded', paid: 5000, refunded: 5000 });
		await show(false);
		await seen(() => expect(receipt()?.getAttribute('href')).toBe(`/v1/orders/${current.id}/receipt.pdf`));
		cleanup();
		await show();
		expect(receipt(), 'for a caller who may only pay').toBeNull();
		cleanup();
		current = pending({ status: 'cancelled', reason: 'order_cancelled' });
		await show(false);
		await seen(() => expect(heading()).toBe(texts('ended.cancelled.title')));
		expect(receipt(), 'of what nobody paid').toBeNull();
	});

	it('stays as it was while there is no network, and catches up', async () => {
		await show();
		test.server.unreachable = true;
		await pass(2 * look);
		expect(heading()).toBe(texts('pending.title'));
		current = pending({ status: 'confirmed', paid: 5000 });
		test.server.unreachable = false;
		await pass(look);
		expect(heading()).toBe(texts('paid.title'));
	});
});
