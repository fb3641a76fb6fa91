// The journey of a buyer without a session: order, say who comes, pay slowly,
// fail, pay, get the tickets by mail; let another order lapse.
import { accessible, call, expect, mail, person } from './browser.mjs';

/** An event whose tickets cost something, with a code for it. */
export async function sale(base, key, more = {}) {
	const starts = new Date(Date.now() + 30 * 86_400_000);
	const event = await call(base, key, 'POST', '/v1/events', {
		title: 'Lanterna: the autumn concert',
		description: 'Two sets, **one interval**, and the harbour behind the stage.',
		location: 'Old Harbour, Pier 2',
		starts_at: starts.toISOString(),
		ends_at: new Date(starts.getTime() + 3 * 3_600_000).toISOString(),
		timezone: 'Europe/Lisbon',
		capacity: 40,
		currency: 'EUR',
		tiers: [
			{ name: 'Regular', price: 2400, tax_rate_bp: 1900, tax_included: true },
			{ name: 'Friends of the house', price: 900, tax_rate_bp: 1900, tax_included: true, hidden: true }
		],
		publish: true,
		...more
	});
	await call(base, key, 'POST', `/v1/events/${event.id}/codes`, { code: 'AUTUMN', kind: 'promo', percent_bp: 2500 });
	return event;
}

async function details(page, name, email) {
	await page.getByLabel('Your name').fill(name);
	await page.getByLabel('E-mail').first().fill(email);
}

/** Orders tickets of a tier, and waits for what their page says: that they are kept, and can be paid. */
export async function order(page, event, tier, count, name, email, says = 'Your tickets are kept for you') {
	await page.goto(`/events/${event.id}`);
	for (let i = 0; i < count; i++) await page.getByRole('button', { name: `One more: ${tier}` }).click();
	await details(page, name, email);
	await page.getByRole('button', { name: /^Order/ }).click();
	await page.getByRole('heading', { name: says }).waitFor();
}

/** A code that opens a ticket nobody else sees, once; then it is used up. */
async function codes({ browser, base, key, findings, check, shoot }, event) {
	const friends = event.tiers.find((t) => t.name === 'Friends of the house');
	await call(base, key, 'POST', `/v1/events/${event.id}/codes`, { code: 'FRIENDS', kind: 'access', tier_ids: [friends.id], max_uses: 1 });
	const mary = await person(browser, base, findings);
	await mary.goto(`/events/${event.id}`);
	await mary.getByRole('heading', { name: 'Get tickets' }).waitFor();
	expect((await mary.getByText('Friends of the house').count()) === 0, 'what is hidden is not shown');
	await mary.getByText('Do you have a code?').click();
	await mary.getByLabel('Code', { exact: true }).fill('friends');
	await mary.getByRole('button', { name: 'Use it' }).click();
	await mary.getByText('Friends of the house').first().waitFor();
	await check(mary, 'a ticket that a code opens', findings);
	await shoot?.(mary, 'access-code');
	await mary.getByRole('button', { name: 'One more: Friends of the house' }).click();
	await details(mary, 'Mary Somerville', 'mary.buys@example.org');
	await mary.getByRole('button', { name: 'Order 1 ticket for €9.00' }).click();
	await mary.getByRole('heading', { name: 'Your tickets are kept for you' }).waitFor();
	await mary.getByText('1 × Friends of the house').waitFor();
	await mary.getByText('€9.00').first().waitFor();

	// The next one is told that it is used up, at the field of the code, and can still buy what everybody can.
	const jane = await person(browser, base, findings);
	await jane.goto(`/events/${event.id}`);
	await jane.getByText('Do you have a code?').click();
	await jane.getByLabel('Code', { exact: true }).fill('FRIENDS');
	await jane.keyboard.press('Enter');
	await jane.getByText('This code has been used as often as it may be.').waitFor();
	expect((await jane.getByText('Friends of the house').count()) === 0, 'a code that is used up opens nothing');
	await check(jane, 'a code that is used up', findings);
	await shoot?.(jane, 'code-used-up');
	for (const p of [mary, jane]) await p.context().close();
}

export async function buyer({ browser, base, key, findings, thorough, shoot }) {
	const check = thorough ? accessible : async () => {};
	const event = await sale(base, key);
	const ada = await person(browser, base, findings);

	// Ada tries a code that does not exist, then one that does, and orders two.
	await ada.goto(`/events/${event.id}`);
	await ada.getByRole('heading', { name: 'Get tickets' }).waitFor();
	await ada.getByText('Do you have a code?').click();
	await ada.getByLabel('Code', { exact: true }).fill('nothing');
	await ada.getByRole('button', { name: 'Use it' }).click();
	await ada.getByText('We do not know this code.').waitFor();
	await ada.getByLabel('Code', { exact: true }).fill('autumn');
	await ada.keyboard.press('Enter');
	await ada.getByText('It is good: 25 % off.').waitFor();
	await check(ada, 'choosing tickets', findings);
	await ada.getByRole('button', { name: 'One more: Regular' }).click();
	await ada.getByRole('button', { name: 'One more: Regular' }).click();
	await details(ada, 'Ada Lovelace', 'ada@example.org');
	await ada.getByRole('button', { name: 'Order 2 tickets' }).click();
	await ada.getByRole('heading', { name: 'Your tickets are kept for you' }).waitFor();
	await ada.getByText('€36.00').first().waitFor();
	await ada.getByRole('timer').waitFor({ state: 'attached' });
	await check(ada, 'order to be paid', findings);
	await shoot?.(ada, 'pay');

	// She says who comes along; an address that is none is refused at its field, and she stays. Where it is refused
	// twice, the later answer comes after all others, and undoes nothing.
	let refused = 0;
	await ada.route(/\/v1\/tickets\/[^/]+$/, async (route) => {
		const response = await route.fetch();
		if (response.status() === 422 && refused++) await new Promise((done) => setTimeout(done, 1500));
		await route.fulfill({ response });
	});
	await ada.getByRole('group', { name: 'Ticket 2' }).getByLabel('Name').fill('Charles Babbage');
	await ada.getByRole('group', { name: 'Ticket 2' }).getByLabel('E-mail').fill('charles');
	await ada.getByRole('button', { name: 'Pay €36.00' }).click();
	await ada.getByText('Please enter an e-mail address').waitFor();
	await ada.getByRole('group', { name: 'Ticket 2' }).getByLabel('E-mail').fill('charles@example.org');
	await ada.keyboard.press('Tab');
	await ada.getByText('Saved').waitFor();
	await ada.unrouteAll({ behavior: 'wait' });
	await ada.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
	expect((await ada.getByText('Saved').count()) === 1 && (await ada.getByText('Please enter an e-mail address').count()) === 0, 'what was typed last is kept');
	const hers = ada.url();

	// The payment fails, then takes its time, then arrives. The page says so by itself.
	await ada.getByRole('button', { name: 'Pay €36.00' }).click();
	await ada.getByRole('heading', { name: 'Test payment' }).waitFor();
	await ada.getByRole('button', { name: 'Let the payment fail' }).click();
	await ada.getByText('The last try failed.').waitFor();
	const provider = ada.url();
	await ada.getByRole('link', { name: 'Go back without paying' }).click();
	await ada.getByText('The payment did not work, and nothing was taken.').waitFor();
	expect((await ada.getByRole('group', { name: 'Ticket 2' }).getByLabel('Name').inputValue()) === 'Charles Babbage', 'who comes is still there');
	await check(ada, 'payment failed', findings);
	await shoot?.(ada, 'pay-failed');
	await ada.getByRole('button', { name: 'Pay €36.00' }).click();
	await ada.getByRole('button', { name: /slow bank transfer/ }).click();
	await ada.getByText('The bank transfer is under way.').waitFor();
	await ada.goto(hers);
	await ada.getByRole('heading', { name: 'Your payment is on its way' }).waitFor();
	await check(ada, 'payment under way', findings);
	await shoot?.(ada, 'pay-under-way');
	const bank = await ada.context().newPage();
	await bank.goto(provider);
	await bank.getByRole('button', { name: 'The transfer has arrived' }).click();
	await bank.close();
	await ada.getByRole('heading', { name: 'Paid. See you there!' }).waitFor();
	await ada.getByRole('link', { name: 'Open the mailbox' }).waitFor();
	expect((await ada.locator('img').count()) === 0, 'who only has the link of the order sees no code');
	await check(ada, 'paid', findings);
	await shoot?.(ada, 'paid');

	// The tickets are in the mail.
	const tickets = await mail(base, 'ada@example.org', /\/r\/hl_[A-Za-z0-9_-]+/);
	await ada.goto(tickets);
	await ada.getByRole('heading', { name: 'You are registered' }).waitFor();
	await ada.getByText('Charles Babbage').first().waitFor();
	await check(ada, 'tickets that were paid', findings);

	await codes({ browser, base, key, findings, check, shoot }, event);

	// Grace changes her mind, and her tickets are free again.
	const grace = await person(browser, base, findings);
	await order(grace, event, 'Regular', 1, 'Grace Hopper', 'grace@example.org');
	await grace.getByRole('button', { name: 'I do not want them after all' }).click();
	await grace.getByRole('button', { name: 'Yes, give them back' }).click();
	await grace.getByRole('heading', { name: 'This order is cancelled' }).waitFor();
	await check(grace, 'order cancelled', findings);

	// Alan lets his time lapse. The page says so by itself, and leads back to the event.
	const brief = await sale(base, key, { title: 'One chair', capacity: 1, orders: { hold_seconds: 10 }, tiers: [{ name: 'Chair', price: 5000 }] });
	const alan = await person(browser, base, findings);
	await order(alan, brief, 'Chair', 1, 'Alan Turing', 'alan@example.org', 'Your time to pay is over');
	await check(alan, 'order lapsed', findings);
	await shoot?.(alan, 'pay-lapsed');
	await alan.getByRole('link', { name: 'Try again' }).click();
	await alan.getByRole('heading', { name: 'One chair' }).waitFor();
	for (const p of [ada, grace, alan]) await p.context().close();
	return { event };
}
