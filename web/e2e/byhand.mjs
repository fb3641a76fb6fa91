// The journey of who pays by bank transfer: order, close the page, find in the
// mail how to pay, have it noted by the organizer, get the tickets; and later
// another code for one of them.
import { order, sale } from './buyer.mjs';
import { accessible, call, expect, mail, person } from './browser.mjs';

/** What a reference looks like. */
const groups = /^([0-9A-Z]{4} ){3}[0-9A-Z]{4}$/;
const account = 'DE02 1203 0000 0000 2020 51';

/** The link to an order in the mail that has these words. */
async function linkIn(base, address, words) {
	const found = await mail(base, address, new RegExp(`${words}[^]*?/r/hl_[A-Za-z0-9_-]+`));
	return found.slice(found.lastIndexOf('/r/'));
}

export async function byHand({ browser, base, key, findings, thorough, shoot }) {
	const check = thorough ? accessible : async () => {};
	const event = await sale(base, key, {
		title: 'Supper in the yard',
		orders: { hold_seconds: 4 * 86_400, payment_instructions: `To the account of the yard,\n${account}\n\nor in cash at the box office, Tuesdays from 4 to 7 pm.` }
	});
	const lise = await person(browser, base, findings);
	await order(lise, event, 'Regular', 2, 'Lise Meitner', 'lise@example.org');
	const how = lise.getByRole('region', { name: 'Or by bank transfer or in cash' });
	await how.getByText(account).waitFor();
	await how.getByText('€48.00').waitFor();
	const reference = await how.getByText(groups).textContent();
	await check(lise, 'how to pay by bank transfer', findings);
	await shoot?.(lise, 'pay-by-hand', true); // what it is about stands at its end
	await lise.goto('about:blank');

	// The mail says the same, and leads back.
	const link = await linkIn(base, 'lise@example.org', account);
	await lise.goto(link);
	await lise.getByText(account).waitFor();
	expect((await lise.getByText(groups).textContent()) === reference, 'the reference is that of the order');
	const plain = await person(browser, base, findings, { javaScriptEnabled: false });
	await plain.goto(link);
	for (const text of [account, reference]) await plain.locator('main').getByText(text).first().waitFor();
	await plain.context().close();

	// The page that is open says by itself that the organizer has the money.
	const found = await call(base, key, 'GET', `/v1/events/${event.id}/orders?q=${encodeURIComponent(reference)}`);
	const { id } = found.items[0];
	await call(base, key, 'POST', `/v1/orders/${id}:mark-paid`, { reference: 'Statement 12' });
	await lise.getByRole('heading', { name: 'You are registered' }).waitFor();
	expect((await lise.getByText(account).count()) === 0, 'what is paid is not asked for');

	const { items } = await call(base, key, 'GET', `/v1/orders/${id}/tickets`);
	await call(base, key, 'POST', `/v1/tickets/${items[0].id}:reissue`, { version: 0 });
	await lise.goto(await linkIn(base, 'lise@example.org', 'has a new code'));
	await lise.getByRole('heading', { name: 'You are registered' }).waitFor();
	await lise.context().close();
}
