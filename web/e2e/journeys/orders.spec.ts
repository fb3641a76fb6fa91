// Orders of an event: found, noted as paid, refunded in part, their story read, and
// the guests as a file.
import { desktop } from '../fixtures/looks';
import { member } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';
import { concert, walk } from './concert';

test('the orders of an event', async ({ site }) => {
	const { call, mail, person, check, visit } = site;
	const { page: of, nele, jonas } = await concert(call);
	const empty = await walk(call);
	const state = await member(site, 'olga@organizers.example', 'Olga', 'organizer');
	const olga = await person({ storageState: state, viewport: desktop });

	// She finds the order by a name without its accents, and notes that it was paid.
	await olga.goto(`${of}/orders`);
	await expect(olga.getByRole('link', { name: /Jonas Weiß/ })).toBeVisible();
	await olga.getByRole('searchbox').fill('brandt');
	await expect(olga.getByRole('link', { name: /Jonas Weiß/ })).not.toBeAttached();
	await olga.getByRole('link', { name: /Nele Brandt/ }).click();
	await expect(olga.getByRole('heading', { name: 'Nele Brandt' })).toBeVisible();
	await olga.getByRole('button', { name: say.backoffice('paid.button') }).click();
	await olga.getByRole('button', { name: say.backoffice('paid.yes') }).click();
	await expect(olga.getByText(say.backoffice('paid.referenceMissing'))).toBeVisible();
	await check(olga, 'mark as paid');
	await olga.getByLabel(say.backoffice('paid.reference')).fill('Transfer of 3 May');
	await olga.getByRole('button', { name: say.backoffice('paid.yes') }).click();
	await expect(olga.getByText(say.backoffice('paid.toast'))).toBeVisible();

	// One item goes back; the rest stays.
	await olga.getByRole('button', { name: say.backoffice('refund.button') }).click();
	await olga.getByRole('checkbox', { name: /Balcony/ }).check();
	await expect(olga.getByText('€42.00').first()).toBeVisible();
	await check(olga, 'refund of an item');
	await olga.getByRole('button', { name: say.backoffice('refund.yes', { n: 1 }) }).click();
	await expect(olga.getByText('refunded to the buyer')).toBeVisible();
	await expect(olga.getByText(say.backoffice('order.givenBack'))).toBeVisible();
	const after = await call('GET', `/v1/orders/${nele.id}`);
	expect(after.refunded, `one item was refunded: ${JSON.stringify(after)}`).toBeGreaterThan(0);
	expect(after.items.filter((i: { status: string }) => i.status === 'live').length, `one item was refunded: ${JSON.stringify(after)}`).toBe(2);
	await mail('nele@example.org', /Your refund/);
	await expect(olga.getByText(say.backoffice('refund.state.byHand'))).toBeVisible();
	await olga.getByRole('button', { name: say.backoffice('refund.given') }).click();
	await olga.getByLabel(say.backoffice('paid.reference')).fill('Cash, 4 May');
	await olga.getByRole('button', { name: say.backoffice('refund.given.yes') }).click();
	await expect(olga.getByText('Cash, 4 May')).toBeVisible();
	await check(olga, 'an order');

	// Its story says all of that in plain words.
	await olga.getByRole('link', { name: 'Activity', exact: true }).last().click();
	await expect(olga.getByRole('heading', { name: say.backoffice('activity.of', { name: 'Nele Brandt' }) })).toBeVisible();
	await expect(olga.getByText(say.backoffice('tell.items_refunded', { n: 1 }))).toBeVisible();
	await expect(olga.getByText(say.backoffice('tell.paid'))).toBeVisible();
	await check(olga, 'the story of an order');

	// How the event stood before the item went back: two tickets and the one.
	await olga.goto(`${of}/activity`);
	await olga.getByRole('link', { name: say.eventstate('title') }).click();
	const tiers = olga.getByRole('region', { name: say.eventstate('tiers') });
	await expect(tiers).toBeVisible();
	const now = await tiers.innerText();
	await check(olga, 'the event as it stands');
	await olga.getByRole('button', { name: say.eventstate('back') }).click();
	await expect(tiers).not.toHaveText(now);
	await expect(olga.getByText(say.eventstate('nobody'))).toBeVisible();
	await check(olga, 'the event as it stood');

	// A file of the guests.
	await olga.goto(`${of}/guests`);
	await olga.getByRole('button', { name: say.organizer('export.button') }).click();
	await olga.getByRole('button', { name: say.organizer('export.make') }).click();
	const link = olga.getByRole('link', { name: say.organizer('export.download') });
	await expect(link).toBeVisible();
	const [download] = await Promise.all([olga.waitForEvent('download'), link.click()]);
	expect(download.suggestedFilename().endsWith('.csv'), `a file: ${download.suggestedFilename()}`).toBe(true);
	await check(olga, 'a file');

	await visit(
		[
			['manage-event-paid', of],
			['manage-guest', `${of}/guests/nele%40example.org`],
			['manage-orders', `${of}/orders`],
			['manage-orders-empty', `${empty.page}/orders`],
			['manage-order', `${of}/orders/${nele.id}`],
			['manage-order-pending', `${of}/orders/${jonas.id}`],
			['manage-activity', `${of}/activity?subject=${nele.id}`],
			['manage-activity-event', `${of}/activity`],
			['manage-state', `${of}/state`]
		],
		state
	);
});
