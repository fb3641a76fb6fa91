// Add-ons and goods: an organizer adds them to an event, a guest buys them with tickets, and
// the counter hands them over once.
import { ahead } from '../fixtures/api';
import { desktop, phone } from '../fixtures/looks';
import { member } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';
import { details } from './buying';
import { type } from './door';

const t = say.checkout;
const words = say.addons;

test('add-ons go with tickets, and are handed over once', async ({ site }) => {
	const { call, person, check, show } = site;
	const event = await call('POST', '/v1/events', {
		title: 'Long table in the orchard',
		location: 'Old orchard',
		...ahead(20, 3),
		timezone: 'Europe/Berlin',
		capacity: 30,
		currency: 'EUR',
		tiers: [{ name: 'Entry', price: 1500 }],
		publish: true
	});

	// The organizer adds a parking space to a ticket, and a T-shirt.
	const olga = await person({ storageState: await member(site, 'olga@organizers.example', 'Olga', 'organizer'), viewport: desktop });
	await olga.goto(`/manage/events/${event.id}/extras`);
	await expect(olga.getByRole('heading', { name: words('none.title') })).toBeVisible();
	const add = async (name: string, kind: 'add_on' | 'goods', price: string, capacity: string) => {
		await olga.getByRole('button', { name: words('new'), exact: true }).click();
		await olga.getByLabel(words('name'), { exact: true }).fill(name);
		await olga.getByRole('radio', { name: words(`kind.${kind}`) }).check();
		await olga.getByLabel(words('price', { currency: 'EUR' })).fill(price);
		await olga.getByLabel(words('capacity')).fill(capacity);
		if (name === 'Parking') await show(olga, 'manage-extras-new');
		await olga.getByRole('button', { name: words('make'), exact: true }).click();
		await expect(olga.getByRole('heading', { name, exact: true })).toBeVisible();
	};
	await add('Parking', 'add_on', '5', '4');
	await add('T-shirt', 'goods', '25', '10');
	await show(olga, 'manage-extras');
	await olga.getByRole('button', { name: /Parking$/ }).click();
	await olga.getByLabel(words('capacity')).fill('6');
	await olga.getByRole('button', { name: words('save') }).click();
	await expect(olga.getByText(words('taken', { n: 0, most: 6 }))).toBeVisible();

	// Ada takes a ticket; a parking space needs one, and fewer tickets have fewer of them.
	const ada = await person({ viewport: phone });
	await ada.goto(`/events/${event.id}`);
	await expect(ada.getByRole('heading', { name: t('buy.extras') })).toBeVisible();
	await expect(ada.getByRole('button', { name: t('buy.more', { tier: 'Parking' }) })).toBeDisabled();
	await ada.getByRole('button', { name: t('buy.more', { tier: 'Entry' }) }).click();
	await ada.getByRole('button', { name: t('buy.more', { tier: 'Parking' }) }).click();
	await ada.getByRole('button', { name: t('buy.less', { tier: 'Entry' }) }).click();
	await ada.getByRole('button', { name: t('buy.more', { tier: 'Entry' }) }).click();
	await ada.getByRole('button', { name: t('buy.more', { tier: 'Parking' }) }).click();
	await ada.getByRole('button', { name: t('buy.more', { tier: 'T-shirt' }) }).click();
	await details(ada, 'Ada Lovelace', 'ada@example.org');
	await show(ada, 'buy-extras');
	await ada.getByRole('button', { name: `${t('buy.order')} · €45.00` }).click();
	await expect(ada.getByRole('heading', { name: t('pending.title') })).toBeVisible();
	await expect(ada.getByText(t('items.line', { n: 1, tier: 'Parking' }))).toBeVisible();
	await check(ada, 'order-extras');

	// At the counter: her ticket is none of it, and shows what goes with it.
	const [order] = (await call('GET', `/v1/events/${event.id}/orders`)).items;
	await call('POST', `/v1/orders/${order.id}:mark-paid`, { reference: 'Receipt 7' });
	await expect(ada.getByRole('heading', { name: /^(Paid\. See you there!|You’re going)$/ })).toBeVisible();
	await check(ada, 'ordered-extras');
	const tiers = (await call('GET', `/v1/events/${event.id}`)).tiers as { id: string; kind: string }[];
	await call('POST', `/v1/events/${event.id}/checkin-lists`, { name: 'Counter', tier_ids: tiers.filter((x) => x.kind !== 'ticket').map((x) => x.id) });
	const tickets = (await call('GET', `/v1/orders/${order.id}/tickets`)).items as { token: string; kind: string }[];
	expect(tickets.map((x) => x.kind)).toEqual(['ticket', 'add_on', 'add_on']);
	const dora = await person({ storageState: await member(site, 'dora@organizers.example', 'Dora', 'door'), viewport: phone });
	await dora.goto('/door');
	await dora.getByRole('button', { name: 'Long table in the orchard' }).click();
	await dora.getByRole('radio', { name: 'Counter' }).check({ force: true });
	await dora.getByRole('button', { name: say.door('choose.start') }).click();
	await expect(dora.locator('[data-network=online]')).toBeVisible();
	await type(dora, tickets[0]!.token, 'wrong_list');
	await show(dora, 'hand-over');
	await dora.getByRole('button', { name: say.door('hand.button', { what: 'T-shirt' }) }).click();
	await expect(dora.locator('[data-verdict=admit]')).toBeVisible();
	await type(dora, tickets[0]!.token, 'wrong_list');
	await expect(dora.getByRole('button', { name: say.door('hand.button', { what: 'T-shirt' }) })).toBeHidden();
	await expect(dora.getByRole('button', { name: say.door('hand.button', { what: 'Parking' }) })).toBeVisible();
	await check(dora, 'handed-over');
	const shirt = tickets.at(-1)!;
	await type(dora, shirt.token, 'already_admitted');
});
