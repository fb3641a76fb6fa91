// The journey of who pays by bank transfer: order, close the page, find in the
// mail how to pay, have it noted by the organizer, get the tickets; and later
// another code for one of them.
import { expect, test } from '../fixtures/test';
import type { Mail } from '../fixtures/api';
import { say } from '../fixtures/texts';
import { order, sale } from './buying';

test.use({ serverOptions: { command: 'demo' } });

/** What a reference looks like. */
const groups = /^([0-9A-Z]{4} ){3}[0-9A-Z]{4}$/;
const account = 'DE02 1203 0000 0000 2020 51';

/** The link to an order in the mail that has these words. */
async function linkIn(mail: Mail, address: string, words: string) {
	const found = await mail(address, new RegExp(`${words}[^]*?/r/hl_[A-Za-z0-9_-]+`));
	return found.slice(found.lastIndexOf('/r/'));
}

test('a payment by bank transfer', async ({ site }) => {
	const { call, mail, person, show } = site;
	const event = await sale(call, {
		title: 'Supper in the yard',
		orders: {
			hold_seconds: 4 * 86_400,
			payment_instructions: `To the account of the yard,\n${account}\n\nor in cash at the box office, Tuesdays from 4 to 7 pm.`
		}
	});
	const lise = await person();
	await order(lise, event, 'Regular', 2, 'Lise Meitner', 'lise@example.org');
	const how = lise.getByRole('region', { name: say.checkout('hand.titleOr') });
	await expect(how.getByText(account)).toBeVisible();
	await expect(how.getByText('€48.00')).toBeVisible();
	const reference = (await how.getByText(groups).textContent())!;
	await show(lise, 'pay-by-hand', true); // what it is about stands at its end
	await lise.goto('about:blank');

	// The mail says the same, and leads back.
	const link = await linkIn(mail, 'lise@example.org', account);
	await lise.goto(link);
	await expect(lise.getByText(account)).toBeVisible();
	expect(await lise.getByText(groups).textContent(), 'the reference is that of the order').toBe(reference);
	const plain = await person({ javaScriptEnabled: false });
	await plain.goto(link);
	for (const text of [account, reference]) await expect(plain.locator('main').getByText(text).first()).toBeVisible();
	await plain.context().close();

	// The page that is open says by itself that the organizer has the money.
	const found = await call('GET', `/v1/events/${event.id}/orders?q=${encodeURIComponent(reference)}`);
	const { id } = found.items[0];
	await call('POST', `/v1/orders/${id}:mark-paid`, { reference: 'Statement 12' });
	await expect(lise.getByRole('heading', { name: say.guest('order.confirmed') })).toBeVisible();
	expect(await lise.getByText(account).count(), 'what is paid is not asked for').toBe(0);

	const { items } = await call('GET', `/v1/orders/${id}/tickets`);
	await call('POST', `/v1/tickets/${items[0].id}:reissue`, { version: 0 });
	await lise.goto(await linkIn(mail, 'lise@example.org', 'has a new code'));
	await expect(lise.getByRole('heading', { name: say.guest('order.confirmed') })).toBeVisible();
});
