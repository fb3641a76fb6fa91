// Without a script: somebody who was approved takes add-ons with the ticket and gives beside it, is told
// at the field what cannot be had, and sees one total; the organizer sees what was taken. Then one of
// what lets nobody in is given to somebody else, in words of its own.
import { ahead } from '../fixtures/api';
import { desktop, phone } from '../fixtures/looks';
import { member } from '../fixtures/signing-in';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';

test.use({ serverOptions: { command: 'demo' } });

const t = say.applications;
const guest = say.guest;
const words = say.goods;

test('add-ons and a donation with an offer, without a script', async ({ site }) => {
	const { call, mail, person, check, show, looking } = site;
	/** The picture of a page without scripts, which nothing can be asked of. */
	const picture = async (page: Page, name: string) => {
		await looking.wear(page, name);
		await looking.picture(page, name, true);
	};
	const event = await call('POST', '/v1/events', {
		title: 'Supper in the orchard',
		location: 'Old orchard',
		...ahead(20, 3),
		timezone: 'Europe/Berlin',
		capacity: 6,
		currency: 'EUR',
		approval: true,
		max_transfers: 2,
		orders: { payment_instructions: 'In cash, at the gate.' },
		tiers: [
			{ name: 'Seat', price: 3000 },
			{ name: 'Bench', price: 2000 },
			{ name: 'Menu', kind: 'add_on', description: 'Three courses', price: 1500, capacity: 3, per_ticket: 2 },
			{ name: 'Parking', kind: 'add_on', price: 500, capacity: 1, per_ticket: 1 },
			{ name: 'For the orchard', kind: 'donation', price_min: 100, price_max: 50000, suggested: [500, 1000] }
		],
		waitlist: { promotion: 'offer' },
		publish: true
	});
	const tier = (name: string) => (event.tiers as { id: string; name: string }[]).find((x) => x.name === name)!.id;
	const applied = await fetch(`${site.base}/v1/events/${event.id}/registrations`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ email: 'ada@example.org', name: 'Ada Lovelace', tier_id: tier('Seat') })
	});
	expect(applied.status).toBe(201);

	// The organizer sees for what somebody applied.
	const olga = await person({ storageState: await member(site, 'olga@organizers.example', 'Olga', 'organizer'), viewport: desktop });
	await olga.goto(`/manage/events/${event.id}/applications`);
	await expect(olga.getByText(`${t('party', { n: 1 })} · Seat`)).toBeVisible();
	await show(olga, 'applied-for-a-tier');
	await olga.getByRole('button', { name: t('approve.who', { name: 'Ada Lovelace' }) }).click();
	await expect(olga.getByRole('heading', { name: t('pay', { n: 1 }) })).toBeVisible();

	// The mail says what can be added. Somebody else takes the last parking space meanwhile.
	await mail('ada@example.org', /You can add extras when you claim: Menu, Parking\./);
	const link = await mail('ada@example.org', /\/o\/hl_[A-Za-z0-9_-]+/);
	const ada = await person({ viewport: phone, javaScriptEnabled: false });
	await ada.goto(link);
	await expect(ada.getByText('Three courses')).toBeVisible();
	await picture(ada, 'plain-offer');
	// The same form, asked of by axe: the answer to it has no script wherever it was sent from.
	const judge = await person({ viewport: phone });
	await judge.goto(link);
	await expect(judge.getByText(guest('offer.approved'), { exact: true })).toBeVisible();
	// With a script the same can be taken and given, and the sum says it.
	const orchard = judge.getByRole('group', { name: 'For the orchard' });
	await expect(orchard.getByRole('radio', { name: say.donations('none') })).toBeChecked();
	await orchard.getByRole('radio', { name: '€5.00' }).check();
	await judge.getByRole('button', { name: say.checkout('buy.more', { tier: 'Menu' }) }).click();
	await expect(judge.getByText('€50.00')).toBeVisible();
	await check(judge, 'an offer with an extra and a donation');
	await judge.evaluate(
		(name) => {
			const form = Object.assign(document.createElement('form'), { method: 'post', action: `${location.pathname}/accept` });
			form.append(Object.assign(document.createElement('input'), { name, value: '9' }));
			document.body.append(form);
			form.submit();
		},
		`addon.${tier('Menu')}`
	);
	await expect(judge.getByRole('alert')).toBeVisible();
	await expect(judge.getByLabel('Menu, €15.00 each')).toBeFocused();
	await check(judge, 'the form of an offer, answered without a script');
	await show(judge, 'plain-offer-wrong', true);
	await judge.context().close();

	await ada.getByLabel('Menu, €15.00 each').fill('2');
	await ada.getByLabel('Parking, €5.00 each').fill('1');
	await ada.getByLabel('For the orchard, Your donation (EUR)').fill('7.50');
	const till = await call('POST', `/v1/events/${event.id}/orders`, {
		email: 'zoe@example.org',
		name: 'Zoe',
		items: [
			{ tier_id: tier('Bench'), quantity: 1 },
			{ tier_id: tier('Parking'), quantity: 1 }
		]
	});
	await ada.getByRole('button', { name: guest('offer.claim') }).click();
	const parking = ada.getByRole('alert');
	await expect(parking).toContainText(say.checkout('offer.gone'));
	await expect(ada.getByText('Parking', { exact: true })).toBeVisible();
	await expect(ada.getByLabel('Menu, €15.00 each')).toHaveValue('2');
	await expect(ada.getByLabel('For the orchard, Your donation (EUR)')).toHaveValue('7.50');
	await picture(ada, 'plain-offer-gone');
	await ada.getByRole('button', { name: guest('offer.claim') }).click();
	await expect(ada.getByText('€67.50')).toBeVisible();
	await expect(ada.getByText('2 × Menu')).toBeVisible();
	await picture(ada, 'plain-offer-accepted');

	await olga.reload();
	await expect(olga.getByText('2 × Menu · For the orchard €7.50')).toBeVisible();
	await show(olga, 'taken-with-an-offer');
	const { items } = await call('GET', `/v1/events/${event.id}/applications?status=to_pay`);
	await call('POST', `/v1/orders/${items[0].order.id}:mark-paid`, { reference: 'Cash' });
	await ada.reload();
	await expect(ada.getByRole('heading', { name: guest('order.confirmed') })).toBeVisible();
	await ada.context().close();

	// A menu goes to somebody else: in the app, without a script, and in the mail it is called what it is.
	const tickets = (await call('GET', `/v1/orders/${items[0].order.id}/tickets`)).items as { id: string; kind: string }[];
	expect(tickets.map((x) => x.kind)).toEqual(['ticket', 'add_on', 'add_on']);
	await call('POST', `/v1/tickets/${tickets[1]!.id}:transfer`, { email: 'bob@example.org', name: 'Bob' });
	await mail('bob@example.org', /Ada Lovelace wants to give you Menu for Supper in the orchard\./);
	const gift = await mail('bob@example.org', /\/t\/hl_[A-Za-z0-9_-]+/);
	const plain = await person({ viewport: phone, javaScriptEnabled: false });
	await plain.goto(gift);
	await expect(plain.getByRole('heading', { name: words('take.title', { goods: 'Menu' }) })).toBeVisible();
	await expect(plain.getByRole('button', { name: words('take.accept') })).toBeVisible();
	await expect(plain.getByText(/ticket/i)).toHaveCount(0);
	await picture(plain, 'plain-goods-offered');
	await plain.context().close();
	const bob = await person({ viewport: phone });
	await bob.goto(gift);
	await expect(bob.getByRole('heading', { name: words('take.title', { goods: 'Menu' }) })).toBeVisible();
	await expect(bob.getByText(words('take.text', { from: 'Ada Lovelace' }))).toBeVisible();
	await check(bob, 'goods-offered');
	await show(bob, 'goods-offered');
	await bob.getByRole('button', { name: words('take.accept'), exact: true }).click();
	await expect(bob.getByRole('heading', { name: words('mine.title', { goods: 'Menu' }) })).toBeVisible();
	await show(bob, 'goods-accepted');
	expect(till.id).toBeTruthy();
});
