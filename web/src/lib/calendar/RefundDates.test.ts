import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import { momentThere } from '$lib/i18n/there';
import { money } from '$lib/event/money';
import { calendar as t } from '$lib/translations/calendar';
import { core } from '$lib/translations/core';
import { refusals } from '$lib/translations/refusals';
import { leastOf } from '$lib/testing/contract';
import { languages, on, serve, speak, until } from '$lib/testing/page';
import { answer, refusal, type Received } from '$lib/testing/server';
import RefundDates from './RefundDates.svelte';

const test = serve();
on(() => '/calendar');
const zone = 'Europe/Berlin';
const starts = ['2027-06-01T08:00:00Z', '2027-06-08T08:00:00Z', '2027-06-15T08:00:00Z'];
const path = '/v1/bookings/{booking_id}/refunds/{refund_id}';
const date = (i: number, amount: number) => ({
	...leastOf('RefundDate'),
	booking_id: `bkg_${i}`,
	starts_at: starts[i]!,
	paid: 6000,
	amount,
	least: 0,
	most: 6000
});
let sent: unknown[];
beforeEach(async () => {
	await Promise.all([core.load(), t.load(), refusals.load()]);
	sent = [];
	test.server.on(`GET ${path}/dates`, () => answer({ amount: 9000, currency: 'EUR', dates: [date(0, 6000), date(1, 3000), date(2, 0)] }));
});
const field = (i: number) => screen.getByLabelText<HTMLInputElement>(momentThere(new Date(starts[i]!), zone));
/** As it is read: without the spaces that do not break. */
const plain = (text: string) => text.replace(/\s+/g, ' ');
const save = () => fireEvent.click(screen.getByRole('button', { name: t('pay.save') }));

it.each(languages)('says of which dates a refund is (%s)', async (l) => {
	await speak(l);
	test.server.on(`POST ${path}:assign`, (r: Received) => {
		sent.push(r.body);
		return answer({ amount: 9000, currency: 'EUR', dates: [date(0, 0), date(1, 3000), date(2, 6000)] });
	});
	const done = vi.fn();
	render(RefundDates, { zone, booking: 'bkg_0', refund: 'rfd_1', done, close: () => undefined });
	await until(() => expect(field(0).value).toBe('60.00'));
	expect([field(1).value, field(2).value]).toEqual(['30.00', '']);
	expect(screen.getByText(plain(t('pay.refund.which', { amount: money(9000, 'EUR') })))).toBeTruthy();
	await fireEvent.input(field(0), { target: { value: '' } });
	await save();
	await until(() => screen.getByText(plain(t('pay.refund.sum', { amount: money(9000, 'EUR') }))));
	await fireEvent.input(field(2), { target: { value: 'sixty' } });
	await save();
	await until(() => expect(field(2).getAttribute('aria-invalid')).toBe('true'));
	expect(sent).toEqual([]);
	await fireEvent.input(field(2), { target: { value: '60,00' } });
	await save();
	await until(() => expect(done).toHaveBeenCalledOnce());
	expect(sent).toEqual([
		{
			dates: [
				{ booking_id: 'bkg_1', amount: 3000 },
				{ booking_id: 'bkg_2', amount: 6000 }
			],
			reason: 'other_date'
		}
	]);
});

it('says what the server refuses', async () => {
	test.server.on(`POST ${path}:assign`, () => refusal(409, 'refund_exceeds_date'));
	const done = vi.fn();
	render(RefundDates, { zone, booking: 'bkg_0', refund: 'rfd_1', done, close: () => undefined });
	await until(() => field(0));
	await save();
	await until(() => screen.getByText(refusals('problem.refund_exceeds_date')));
	expect(done).not.toHaveBeenCalled();
});
