import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import { checkout as texts } from '$lib/translations/checkout';
import { core } from '$lib/translations/core';
import { goods } from '$lib/translations/goods';
import { guest } from '$lib/translations/guest';
import { event, order, tier } from '$lib/testing/fixtures';
import { serve, until } from '$lib/testing/page';
import { answer, type Answer } from '$lib/testing/server';
import TakePart from './TakePart.svelte';

const test = serve();
const now = Date.parse('2030-05-01T12:00:00Z');

beforeEach(async () => {
	await Promise.all([texts.load(), core.load(), guest.load()]);
});

const orders = 'POST /v1/events/{event_id}/orders';

/** Shows the event, and orders one ticket of it. */
async function orderOne() {
	const page = render(TakePart, { event: event(), phase: 'open', now, changed: vi.fn() });
	await until(() => expect(screen.getByRole('form', { name: texts('buy.title') })).toBeTruthy());
	await fireEvent.click(screen.getByRole('button', { name: texts('buy.more', { tier: 'General' }) }));
	await fireEvent.input(screen.getByLabelText(guest('join.name')), { target: { value: 'Ada' } });
	await fireEvent.input(screen.getByLabelText(guest('join.email')), { target: { value: 'ada@example.org' } });
	await fireEvent.submit(screen.getByRole('form', { name: texts('buy.title') }));
	await until(() => expect(test.server.requests).toHaveLength(1));
	return page;
}
const soldOut = { event: event({ tiers: [tier({ available: 0 })] }), phase: 'full' as const };

it('shows what was ordered last, though the page learns before the answer comes that nothing is left', async () => {
	let answered: (a: Answer) => void = () => undefined;
	test.server.on(orders, () => new Promise<Answer>((done) => (answered = done)));
	const { rerender } = await orderOne();

	await rerender(soldOut);
	answered(answer({ ...order({ status: 'confirmed', total: 0 }), payment_url: undefined, ledger_seq: 12 }, 201));
	await until(() => expect(screen.getByRole('heading', { name: texts('buy.done') })).toBeTruthy());
});

it('offers the waitlist to whoever comes back from paying for the last tickets', async () => {
	test.server.on(orders, () => answer({ ...order(), payment_url: '#pay', ledger_seq: 12 }, 201));
	const { rerender } = await orderOne();
	await until(() => expect(location.hash).toBe('#pay'));

	await rerender(soldOut);
	expect(screen.getByRole('form', { name: texts('buy.title') })).toBeTruthy();
	window.dispatchEvent(new Event('pageshow'));
	await until(() => expect(screen.queryByRole('form', { name: texts('buy.title') })).toBeNull());
	expect(screen.getByRole('button', { name: guest('join.submitWaitlist', { n: 1 }) })).toBeTruthy();
});

it('lets people wait for goods that are gone, when there are no tickets left either', async () => {
	await goods.load();
	test.server.on('POST /v1/events/{event_id}/waitlist:join', () =>
		answer({ status: 'waitlisted', entry_id: 'wle_1', position: 3, units: 2, ledger_seq: 12 }, 201)
	);
	const shirt = tier({ id: 'tir_shirt', name: 'Shirt', kind: 'goods', available: 0, capacity: 5 });
	render(TakePart, { event: event({ tiers: [tier({ available: 0 }), shirt] }), phase: 'full', now, changed: vi.fn() });
	const wait = { name: `${goods('wait')}: Shirt` };
	const form = { name: goods('waitFor', { tier: 'Shirt' }) };
	await until(() => expect(screen.getByRole('button', wait)).toBeTruthy());
	expect(screen.getByRole('button', { name: texts('buy.waitlist') })).toBeTruthy();
	await fireEvent.click(screen.getByRole('button', wait));
	await until(() => expect(screen.getByRole('form', form)).toBeTruthy());
	await fireEvent.click(screen.getByRole('button', { name: texts('buy.more', { tier: 'Shirt' }) }));
	await fireEvent.input(screen.getByLabelText(guest('join.name')), { target: { value: 'Ada' } });
	await fireEvent.input(screen.getByLabelText(guest('join.email')), { target: { value: 'ada@example.org' } });
	await fireEvent.submit(screen.getByRole('form', form));
	await until(() => expect(screen.getByRole('heading', { name: goods('done', { goods: '2 × Shirt' }) })).toBeTruthy());
	expect(test.server.requests.at(-1)!.body).toMatchObject({ tier_id: 'tir_shirt', quantity: 2, email: 'ada@example.org' });
});
