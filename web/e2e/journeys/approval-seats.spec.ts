// Approval in a hall: a guest applies for a tier, the organizer approves, the guest is offered a
// seat, takes an add-on with it, pays for both and has the ticket. Goods alone need no approval.
import { desktop, phone } from '../fixtures/looks';
import { member } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';
import { hall } from './halls';

test.use({ serverOptions: { command: 'demo' } });

const t = say.applications;
const guest = say.guest;
const buy = say.checkout;

test('an application for a seat, and a menu with it', async ({ site }) => {
	const { call, mail, person, show } = site;
	const event = await hall(call, 'Long Table', [['Garden', 2, 4, 'Place']], {
		approval: true,
		orders: { payment_instructions: 'In cash, at the door.' },
		tiers: [
			{ name: 'Place', price: 3000 },
			{ name: 'Menu', kind: 'add_on', price: 1500, capacity: 8, per_ticket: 1 },
			{ name: 'Apron', kind: 'goods', price: 2000, capacity: 5 }
		]
	});

	const ada = await person({ viewport: phone });
	await ada.goto(`/events/${event.id}`);
	const form = ada.locator('form', { has: ada.getByRole('heading', { name: guest('join.apply') }) });
	await form.getByLabel(guest('join.name')).fill('Ada Lovelace');
	await form.getByLabel(guest('join.email')).fill('ada@example.org');
	await expect(ada.getByText('Apron', { exact: true })).toBeVisible();
	await show(ada, 'apply-for-a-seat');
	await form.getByRole('button', { name: guest('join.apply') }).click();
	await expect(ada.getByRole('heading', { name: guest('done.applied.title') })).toBeVisible();

	const olga = await person({ storageState: await member(site, 'olga@organizers.example', 'Olga', 'organizer'), viewport: desktop });
	await olga.goto(`/manage/events/${event.id}/applications`);
	await olga.getByRole('button', { name: t('approve.who', { name: 'Ada Lovelace' }) }).click();
	await expect(olga.getByRole('heading', { name: t('pay', { n: 1 }) })).toBeVisible();

	await ada.goto(await mail('ada@example.org', /\/o\/hl_[A-Za-z0-9_-]+/));
	await expect(ada.getByText(guest('offer.approved'), { exact: true })).toBeVisible();
	await expect(ada.getByText('Garden', { exact: false }).first()).toBeVisible();
	await expect(ada.getByText(buy('offer.cost', { amount: '€30.00' }))).toBeVisible();
	await ada.getByRole('button', { name: buy('buy.more', { tier: 'Menu' }) }).click();
	await expect(ada.getByText('€45.00')).toBeVisible();
	await expect(ada.getByText(buy('items.total'), { exact: true }), 'there is one sum').toHaveCount(0);
	await show(ada, 'offer-with-add-ons', true);
	await ada.getByRole('button', { name: guest('offer.pay') }).click();
	await expect(ada.getByText('In cash, at the door.')).toBeVisible();

	const { items } = await call('GET', `/v1/events/${event.id}/applications?status=to_pay`);
	expect(items[0].order.total).toBe(4500);
	await call('POST', `/v1/orders/${items[0].order.id}:mark-paid`, { reference: 'Cash' });
	await expect(ada.getByRole('heading', { name: guest('order.confirmed') })).toBeVisible();
	const order = await call('GET', `/v1/orders/${items[0].order.id}`);
	expect(order.items[0].seat_id).toBeTruthy();
	expect(order.items[1].goes_with).toBe(1);
});
