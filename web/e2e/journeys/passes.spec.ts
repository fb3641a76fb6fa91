// A pass for the dates of a series: an organizer sells one, a guest buys it, has its dates in the
// mail, on the page of the order and in the list, and is let in at the door of a date.
import { ahead } from '../fixtures/api';
import { desktop, phone } from '../fixtures/looks';
import { member, signedIn } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';
import { details, pay } from './buying';
import { type } from './door';

const t = say.series;
test.use({ serverOptions: { command: 'demo' } });

test('a pass is sold with its fees, and opens the door of each date', async ({ site }) => {
	const { call, mail, person, check, show } = site;
	const fee = { name: 'Booking fee', kind: 'fee', fee: { rate_bp: 500 } };
	const event = await call('POST', '/v1/events', {
		title: 'Fado on Fridays',
		location: 'Old harbour',
		...ahead(0.05, 2),
		timezone: 'Europe/Lisbon',
		capacity: 30,
		currency: 'EUR',
		tiers: [{ name: 'Entry', price: 2000 }, fee],
		publish: true
	});
	const series = await call('POST', `/v1/events/${event.id}/series`, { rule: 'FREQ=WEEKLY;COUNT=3' });

	// Olga sells ten for all three evenings. Its orders have the fee of the first date.
	const olga = await person({ storageState: await member(site, 'olga@organizers.example', 'Olga', 'organizer'), viewport: desktop });
	await olga.goto(`/manage/events/${event.id}/series`);
	await olga.getByRole('button', { name: t('passes.new') }).click();
	await olga.getByLabel(t('passes.name'), { exact: true }).fill('All Fridays');
	await olga.getByLabel(t('passes.places'), { exact: true }).fill('10');
	await olga.getByLabel(`${t('passes.price')} (EUR)`).fill('50');
	await olga.getByRole('button', { name: t('passes.make'), exact: true }).click();
	await expect(olga.getByText(t('passes.taken', { taken: 0, places: 10 }))).toBeVisible();
	const [pass] = (await call('GET', `/v1/series/${series.id}/passes`)).items;
	await expect(olga.getByText('€52.50')).toBeVisible();
	await show(olga, 'manage-passes');

	// Ada sees what she pays for it, and what single tickets would be: 3 × 21.00.
	const ada = await person({ viewport: phone });
	await expect(async () => {
		await ada.goto(`/series/${series.id}`);
		await expect(ada.getByText('€52.50')).toBeVisible({ timeout: 500 });
	}).toPass();
	await expect(ada.getByText(say.guest('series.pass.saves', { amount: '€10.50' }))).toBeVisible();
	await show(ada, 'series-with-pass');
	const html = await (await fetch(`${site.base}/events/${pass.event_id}`)).text();
	for (const date of pass.dates) expect(html, 'without a script each date is named').toContain(`href="/events/${date.event_id}"`);
	await ada.getByRole('link', { name: 'All Fridays' }).click();
	await ada.getByRole('button', { name: say.checkout('buy.more', { tier: 'All Fridays' }) }).click();
	await details(ada, 'Ada Lovelace', 'ada@example.org');
	await show(ada, 'buy-pass');
	await ada.getByRole('button', { name: say.checkout('buy.submitPay', { n: 1, amount: '€52.50' }) }).click();
	await pay(ada);
	await expect(ada.getByRole('region', { name: say.guest('series.dates') }).getByRole('listitem')).toHaveCount(3);
	await show(ada, 'order-pass');

	// The mail leads to each date, and her list has the pass.
	for (const date of pass.dates) await mail('ada@example.org', new RegExp(`All Fridays[^]*/events/${date.event_id}`));
	await ada.context().close();
	const home = await person({ storageState: await signedIn(site, 'ada@example.org'), viewport: phone });
	await home.goto('/me');
	await home.getByRole('link', { name: 'All Fridays' }).click();
	await expect(home.getByRole('region', { name: say.guest('series.dates') }).getByRole('listitem')).toHaveCount(3);
	await show(home, 'my-pass');

	// Its code is good for the first evening, once.
	const [order] = (await call('GET', `/v1/events/${pass.event_id}/orders`)).items;
	const [ticket] = (await call('GET', `/v1/orders/${order.id}/tickets`)).items;
	const dora = await person({ storageState: await member(site, 'dora@organizers.example', 'Dora', 'door'), viewport: phone });
	await dora.goto('/door');
	await dora.getByRole('button', { name: 'Fado on Fridays' }).first().click();
	await dora.getByRole('button', { name: say.door('choose.start') }).click();
	await expect(dora.locator('[data-network=online]')).toBeVisible();
	await type(dora, ticket.token, 'admit');
	await expect(dora.getByText('All Fridays')).toBeVisible();
	await show(dora, 'door-pass');
	await type(dora, ticket.token, 'already_admitted');
	await check(dora, 'door, a pass that is in');
});
