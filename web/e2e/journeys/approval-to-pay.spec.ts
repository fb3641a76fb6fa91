// Approval of what costs something: who is approved gets a mail with the price of that moment and
// until when to pay, pays and comes; the organizer sees who still has to pay.
import { desktop, phone } from '../fixtures/looks';
import { member } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';
import { sale } from './buying';

test.use({ serverOptions: { command: 'demo' } });

const t = say.applications;
const guest = say.guest;

test('an application for what costs something', async ({ site }) => {
	const { call, mail, person, show } = site;
	const event = await sale(call, { title: 'A table for two', approval: true, orders: { payment_instructions: 'In cash, at the door.' } });
	const regular = event.tiers.find((tier: { name: string }) => tier.name === 'Regular');

	const ada = await person({ viewport: phone });
	await ada.goto(`/events/${event.id}`);
	await expect(ada.getByText(guest('join.applyPays'), { exact: false })).toBeVisible();
	await ada.getByLabel(guest('join.name')).fill('Ada Lovelace');
	await ada.getByLabel(guest('join.email')).fill('ada@example.org');
	await ada
		.locator('form')
		.getByRole('button', { name: guest('join.apply') })
		.click();
	await expect(ada.getByRole('heading', { name: guest('done.applied.title') })).toBeVisible();

	// It costs more by the time of the answer, and again more when she reads it.
	const price = (n: number) => call('PATCH', `/v1/events/${event.id}`, { tiers: [{ id: regular.id, price: n }] });
	await price(3000);
	const olga = await person({ storageState: await member(site, 'olga@organizers.example', 'Olga', 'organizer'), viewport: desktop });
	await olga.goto(`/manage/events/${event.id}/applications`);
	await olga.getByRole('button', { name: t('approve.who', { name: 'Ada Lovelace' }) }).click();
	await expect(olga.getByRole('heading', { name: t('pay', { n: 1 }) })).toBeVisible();
	await expect(olga.getByText('€30.00', { exact: false })).toBeVisible();
	await show(olga, 'manage-to-pay');
	await price(9900);

	const link = await mail('ada@example.org', /\/o\/hl_[A-Za-z0-9_-]+/);
	const plain = await person({ javaScriptEnabled: false });
	await plain.goto(link);
	await expect(plain.locator('main').getByText('€30.00').first()).toBeVisible();
	await plain.context().close();
	await ada.goto(link);
	await expect(ada.getByText(guest('offer.approved'), { exact: true })).toBeVisible();
	await expect(ada.getByText('€30.00').first()).toBeVisible();
	await show(ada, 'approved-to-pay');
	await ada.getByRole('button', { name: guest('offer.pay') }).click();
	await expect(ada.getByText('In cash, at the door.')).toBeVisible();
	await olga.reload();
	await expect(olga.getByText(t('pay.accepted'), { exact: false })).toBeVisible();
	const { items } = await call('GET', `/v1/events/${event.id}/applications?status=to_pay`);
	await call('POST', `/v1/orders/${items[0].order.id}:mark-paid`, { reference: 'Cash' });
	await expect(ada.getByRole('heading', { name: guest('order.confirmed') })).toBeVisible();
});
