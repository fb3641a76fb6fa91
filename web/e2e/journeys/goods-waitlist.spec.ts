// Waiting for goods that are gone: a guest with a ticket of her own waits for a T-shirt, sees her
// place, is offered one when it is given back, orders and pays for it, and picks it up.
import { ahead } from '../fixtures/api';
import { desktop, phone } from '../fixtures/looks';
import { member } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';
import { details } from './buying';
import { type } from './door';

test.use({ serverOptions: { command: 'demo' } });

const words = say.goods;

test('goods that are gone are waited for, ordered and picked up', async ({ site }) => {
	const { call, mail, person, check, show } = site;
	const event = await call('POST', '/v1/events', {
		title: 'Printmaking night',
		location: 'Old dye works',
		...ahead(20, 3),
		timezone: 'Europe/Berlin',
		capacity: 30,
		currency: 'EUR',
		tiers: [
			{ name: 'Entry', price: 1500 },
			{ name: 'T-shirt', price: 2500, kind: 'goods', capacity: 2 }
		],
		publish: true
	});
	const shirt = (event.tiers as { id: string; name: string }[]).find((x) => x.name === 'T-shirt')!.id;
	const first = await call('POST', `/v1/events/${event.id}/orders`, {
		email: 'zoe@example.org',
		name: 'Zoe',
		items: [{ tier_id: shirt, quantity: 2 }]
	});
	await call('POST', `/v1/orders/${first.id}:mark-paid`, { reference: 'Receipt 1' });

	// Ada cannot buy one, and waits for it.
	const ada = await person({ viewport: phone });
	await ada.goto(`/events/${event.id}`);
	const wait = ada.getByRole('button', { name: `${words('wait')}: T-shirt` });
	await expect(wait).toBeVisible();
	await check(ada, 'goods-sold-out');
	await wait.click();
	await expect(ada.getByRole('heading', { name: words('waitFor', { tier: 'T-shirt' }) })).toBeVisible();
	await ada.getByRole('button', { name: words('submit') }).click(); // whose name and address are missing
	await expect(ada.getByLabel(say.guest('join.name'))).toBeFocused();
	await details(ada, 'Ada Lovelace', 'ada@example.org');
	await check(ada, 'goods-wait');
	await ada.getByRole('button', { name: words('submit') }).click();
	await expect(ada.getByRole('heading', { name: words('done', { goods: 'T-shirt' }) })).toBeVisible();
	await check(ada, 'goods-waiting');

	// Her place, behind the link of the mail.
	await ada.goto(await mail('ada@example.org', /\/e\/hl_[A-Za-z0-9_-]+/));
	await expect(ada.getByRole('heading', { name: words('done', { goods: 'T-shirt' }) })).toBeVisible();
	await expect(ada.getByText(words('first'))).toBeVisible();
	await check(ada, 'goods-place');

	// The organizer sees who waits for what.
	const olga = await person({ storageState: await member(site, 'olga@organizers.example', 'Olga', 'organizer'), viewport: desktop });
	await olga.goto(`/manage/events/${event.id}/waitlist`);
	await expect(olga.getByText('1 × T-shirt')).toBeVisible();
	await check(olga, 'manage-goods-waitlist');

	const [entry] = (await call('GET', `/v1/events/${event.id}/waitlist?tier_id=${shirt}`)).items as { id: string }[];

	// Zoe gives one back: it is Ada's turn, whose page says so by itself.
	await call('POST', `/v1/orders/${first.id}:refund`, { items: [1] });
	await expect(ada.getByRole('heading', { name: words('offer.open', { goods: 'T-shirt' }) })).toBeVisible();
	await expect(ada.getByText('€25.00').first()).toBeVisible();
	await expect(ada.getByRole('button', { name: words('offer.decline') })).toBeVisible();
	const steps = (await call('GET', `/v1/waitlist/${entry!.id}/history`)).items as { text: string }[];
	expect(steps.map((s) => s.text).join(' ')).toContain('It became available and was offered to you.');
	await check(ada, 'goods-offer');
	await ada.getByRole('button', { name: words('order', { goods: 'T-shirt' }) }).click();
	// Nothing of it is a ticket, and its page says so.
	await expect(ada.getByRole('heading', { name: words('order.reserved') })).toBeVisible();
	await show(ada, 'goods-to-pay');
	const orders = (await call('GET', `/v1/events/${event.id}/orders`)).items as { id: string; status: string }[];
	const order = orders.find((o) => o.status === 'pending')!;
	await call('POST', `/v1/orders/${order.id}:mark-paid`, { reference: 'Receipt 2' });
	await expect(ada.getByRole('heading', { name: words('order.confirmed'), level: 1 })).toBeVisible();
	await expect(ada.getByText(words('order.pickUp'))).toBeVisible();
	await expect(ada.getByRole('button', { name: words('ticket.show'), exact: true })).toBeVisible();
	await expect(ada.getByText(say.transfer('give.button'))).toHaveCount(0);
	await check(ada, 'goods-ordered');
	await show(ada, 'goods-ordered');

	// At the counter it is handed over once.
	await call('POST', `/v1/events/${event.id}/checkin-lists`, { name: 'Counter', tier_ids: [shirt] });
	const [ticket] = (await call('GET', `/v1/orders/${order.id}/tickets`)).items as { token: string }[];
	const dora = await person({ storageState: await member(site, 'dora@organizers.example', 'Dora', 'door'), viewport: phone });
	await dora.goto('/door');
	await dora.getByRole('button', { name: 'Printmaking night' }).click();
	await dora.getByRole('radio', { name: 'Counter' }).check({ force: true });
	await dora.getByRole('button', { name: say.door('choose.start') }).click();
	await expect(dora.locator('[data-network=online]')).toBeVisible();
	await type(dora, ticket!.token, 'admit');
	await show(dora, 'goods-handed-over');
	await type(dora, ticket!.token, 'already_admitted');
});
