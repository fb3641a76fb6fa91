// A fee: an organizer puts one on the orders of an event, a guest sees the price with it from the
// list on, pays it as a line of the order, and is told before cancelling that it stays.
import { desktop, phone } from '../fixtures/looks';
import { member, signIn } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';
import { details, sale } from './buying';

const t = say.checkout;
const words = say.addons;
const fee = say.fees;

test('a price is shown with its fee from the list on, and the fee is a line of the order', async ({ site }) => {
	const { call, mail, person, check, show } = site;
	const event = await sale(call, { title: 'Fado at the old harbour', tiers: [{ name: 'Entry', price: 2000 }], orders: { self_refund: true } });

	const olga = await person({ storageState: await member(site, 'olga@organizers.example', 'Olga', 'organizer'), viewport: desktop });
	await olga.goto(`/manage/events/${event.id}/extras`);
	await olga.getByRole('button', { name: words('new'), exact: true }).click();
	await olga.getByRole('radio', { name: words('kind.fee') }).check();
	await olga.getByLabel(words('name'), { exact: true }).fill('Booking fee');
	await olga.getByLabel(words('fee.perOrder', { currency: 'EUR' })).fill('1');
	await olga.getByLabel(words('fee.rate')).fill('5');
	await olga.getByLabel(words('tax')).fill('19');
	await olga.getByLabel(words('fee.refundable')).uncheck();
	await show(olga, 'manage-fee-new');
	await olga.getByRole('button', { name: words('make'), exact: true }).click();
	await expect(olga.getByText(`${words('fee.rate')}: 5 %`)).toBeVisible();

	// 20.00 and 5 % of it on the page, where 1.00 for the order is said; an order of one is what the list compares.
	const ada = await person({ viewport: phone });
	await expect(async () => {
		const [found] = (await call('GET', '/v1/public/events?q=Fado')).items;
		expect(found.price_range.lowest).toBe(2200);
	}).toPass();
	await ada.goto(`/events/${event.id}`);
	await expect(ada.getByText('€21.00').first()).toBeVisible();
	await expect(ada.getByText(fee('perOrder', { name: 'Booking fee', amount: '€1.00' })).first()).toBeVisible();
	await expect(ada.getByText(fee('kept', { name: 'Booking fee' })).first()).toBeVisible();
	for (let n = 0; n < 2; n++) await ada.getByRole('button', { name: t('buy.more', { tier: 'Entry' }) }).click();
	await details(ada, 'Ada Lovelace', 'ada@example.org');
	await show(ada, 'buy-fee');
	await ada.getByRole('button', { name: t('buy.submitPay', { n: 2, amount: '€43.00' }) }).click();
	await expect(ada.getByRole('heading', { name: t('pending.title') })).toBeVisible();
	await expect(ada.getByText('Booking fee', { exact: true })).toBeVisible();
	await expect(ada.getByText('€3.00', { exact: true })).toBeVisible();
	await check(ada, 'order-fee');

	const [order] = (await call('GET', `/v1/events/${event.id}/orders`)).items;
	await call('POST', `/v1/orders/${order.id}:mark-paid`, { reference: 'Receipt 9' });
	const letter = await mail('ada@example.org', /\/r\/hl_[A-Za-z0-9_-]+/);
	expect(letter).toBeTruthy();

	// She is told what stays before she cancels, and gets back the rest.
	await ada.goto('/me');
	await signIn(ada, mail, 'ada@example.org');
	await ada.goto(`/me/orders/${order.id}`);
	await ada.getByRole('button', { name: say.guest('order.cancel'), exact: true }).click();
	await expect(ada.getByText(fee('keeps', { amount: '€3.00' }))).toBeVisible();
	await show(ada, 'cancel-fee');
	await ada.getByRole('button', { name: say.guest('order.cancel.yes') }).click();
	await expect(async () => {
		const left = await call('GET', `/v1/orders/${order.id}`);
		expect([left.status, left.refunded, left.paid, left.fees]).toEqual(['refunded', 4000, 4300, 300]);
	}).toPass();
});
