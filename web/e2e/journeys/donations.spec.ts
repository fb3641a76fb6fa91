// A donation: an organizer asks for one, a guest gives it with a ticket by keyboard, and it
// stays given when the guest cancels.
import { ahead } from '../fixtures/api';
import { desktop, phone } from '../fixtures/looks';
import { member, signIn } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';
import { details } from './buying';

const t = say.checkout;
const words = say.addons;
const gift = say.donations;

test('a donation is given with a ticket, and stays given', async ({ site }) => {
	const { call, mail, person, check, show } = site;
	const event = await call('POST', '/v1/events', {
		title: 'Youth orchestra: summer night',
		location: 'Old Harbour, Pier 2',
		...ahead(20, 3),
		timezone: 'Europe/Berlin',
		capacity: 30,
		currency: 'EUR',
		tiers: [{ name: 'Entry', price: 1500 }],
		orders: { self_refund: true },
		publish: true
	});

	const olga = await person({ storageState: await member(site, 'olga@organizers.example', 'Olga', 'organizer'), viewport: desktop });
	await olga.goto(`/manage/events/${event.id}/extras`);
	await olga.getByRole('button', { name: words('new'), exact: true }).click();
	await olga.getByRole('radio', { name: words('kind.donation') }).check();
	await olga.getByLabel(words('name'), { exact: true }).fill('For the youth orchestra');
	await olga.getByLabel(words('purpose')).fill('Pays for lessons and travel.');
	await olga.getByLabel(words('suggested', { currency: 'EUR' })).fill('5; 10; 25');
	await olga.getByLabel(words('greatest', { currency: 'EUR' })).fill('500');
	await show(olga, 'manage-donation-new');
	await olga.getByRole('button', { name: words('make'), exact: true }).click();
	await expect(olga.getByText('€5.00, €10.00, €25.00')).toBeVisible();

	// Nothing is chosen for Ada; she gives another amount, by keyboard alone.
	const ada = await person({ viewport: phone });
	await ada.goto(`/events/${event.id}`);
	const none = ada.getByRole('radio', { name: gift('none') });
	await expect(none).toBeChecked();
	await ada.getByRole('button', { name: t('buy.more', { tier: 'Entry' }) }).focus();
	await ada.keyboard.press('Enter');
	await expect(ada.getByText('€15.00').last()).toBeVisible();
	await none.focus();
	await ada.keyboard.press('ArrowRight');
	await expect(ada.getByRole('radio', { name: '€5.00' })).toBeChecked();
	await ada.keyboard.press('ArrowLeft');
	await ada.keyboard.press('ArrowLeft');
	await expect(ada.getByRole('radio', { name: gift('other') })).toBeChecked();
	await ada.keyboard.press('Tab');
	await ada.keyboard.type('12');
	await details(ada, 'Ada Lovelace', 'ada@example.org');
	await show(ada, 'buy-donation');
	await ada.getByRole('button', { name: t('buy.submitPay', { n: 1, amount: '€27.00' }) }).focus();
	await ada.keyboard.press('Enter');
	await expect(ada.getByRole('heading', { name: t('pending.title') })).toBeVisible();
	await expect(ada.getByText(t('items.line', { n: 1, tier: 'For the youth orchestra' }))).toBeVisible();
	await expect(ada.getByText(gift('of'))).toBeVisible();
	await check(ada, 'order-donation');

	const [order] = (await call('GET', `/v1/events/${event.id}/orders`)).items;
	await call('POST', `/v1/orders/${order.id}:mark-paid`, { reference: 'Receipt 7' });
	await mail('ada@example.org', /\/r\/hl_[A-Za-z0-9_-]+/);

	// She cancels: the ticket goes, and what she gave stays.
	await ada.goto('/me');
	await signIn(ada, mail, 'ada@example.org');
	await ada.goto(`/me/orders/${order.id}`);
	await ada.getByRole('button', { name: say.guest('order.cancel'), exact: true }).click();
	await expect(ada.getByText(gift('stays', { amount: '€12.00' }))).toBeVisible();
	await ada.getByRole('button', { name: say.guest('order.cancel.yes') }).click();
	await expect(ada.getByRole('heading', { name: gift('left.title') })).toBeVisible();
	await show(ada, 'donation-left');
	const left = await call('GET', `/v1/orders/${order.id}`);
	expect([left.status, left.refunded, left.paid]).toEqual(['confirmed', 1500, 2700]);
});
