// The journey of a buyer without a session: order, say who comes, pay slowly,
// fail, pay, get the tickets by mail; let another order lapse.
import { expect, test, type Site } from '../fixtures/test';
import { withoutScript } from '../fixtures/loading';
import { signIn } from '../fixtures/signing-in';
import { say } from '../fixtures/texts';
import { details, listening, order, quiet, sale } from './buying';

test.use({ serverOptions: { command: 'demo' } });

test('a buyer', async ({ site }) => {
	const { call, mail, person, check, show } = site;
	const event = await sale(call);
	const ada = await person();

	// Ada tries a code that does not exist, then one that does, and orders two.
	await ada.goto(`/events/${event.id}`);
	await expect(ada.getByRole('heading', { name: say.checkout('buy.title') })).toBeVisible();
	await expect(ada.getByText('With a drink, seats not numbered')).toBeVisible();
	await withoutScript(site, `/events/${event.id}`, ['With a drink, seats not numbered']);
	await ada.getByText(say.checkout('buy.code')).click();
	await ada.getByLabel('Promo code', { exact: true }).fill('nothing');
	await ada.getByRole('button', { name: say.checkout('buy.codeUse') }).click();
	await expect(ada.getByText(say.refusals('problem.code_unknown'))).toBeVisible();
	await ada.getByLabel('Promo code', { exact: true }).fill('autumn');
	await ada.keyboard.press('Enter');
	await expect(ada.getByText(say.checkout('buy.codeGood', { what: '25% off' }))).toBeVisible();
	await check(ada, 'choosing tickets');
	await ada.getByRole('button', { name: say.checkout('buy.more', { tier: 'Regular' }) }).click();
	await ada.getByRole('button', { name: say.checkout('buy.more', { tier: 'Regular' }) }).click();
	await details(ada, 'Ada Lovelace', 'ada@example.org');
	await ada.getByRole('button', { name: say.checkout('buy.submitPay', { n: 2, amount: '€36.00' }) }).click();
	await expect(ada.getByRole('heading', { name: say.checkout('pending.title') })).toBeVisible();
	await expect(ada.getByText('€36.00').first()).toBeVisible();
	// They are held shortly until she goes on to pay, which gives her the whole time.
	await expect(ada.getByText(say.checkout('pending.leftFirst'))).toBeVisible();
	await expect(ada.getByRole('timer')).toBeAttached();
	await show(ada, 'pay');

	// She says who comes along; an address that is none is refused at its field, and she stays. Where it is refused
	// twice, the later answer comes after all others, and undoes nothing.
	let refused = 0;
	await ada.route(/\/v1\/tickets\/[^/]+$/, async (route) => {
		const response = await route.fetch();
		if (response.status() === 422 && refused++) await new Promise((done) => setTimeout(done, 1500));
		await route.fulfill({ response });
	});
	await ada.getByRole('group', { name: 'Ticket 2' }).getByLabel(say.checkout('who.name')).fill('Charles Babbage');
	await ada.getByRole('group', { name: 'Ticket 2' }).getByLabel(say.checkout('who.email')).fill('charles');
	await ada.getByRole('button', { name: 'Pay €36.00' }).click();
	await expect(ada.getByText('Please enter an email address')).toBeVisible();
	await ada.getByRole('group', { name: 'Ticket 2' }).getByLabel(say.checkout('who.email')).fill('charles@example.org');
	await ada.keyboard.press('Tab');
	await expect(ada.getByText(say.checkout('who.saved'))).toBeVisible();
	await ada.unrouteAll({ behavior: 'wait' });
	await ada.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
	await expect(ada.getByText(say.checkout('who.saved')), 'what was typed last is kept').toHaveCount(1);
	expect(await ada.getByText('Please enter an email address').count(), 'what was typed last is kept').toBe(0);
	const hers = ada.url();

	// The payment fails, then takes its time, then arrives. The page says so by itself.
	await ada.getByRole('button', { name: 'Pay €36.00' }).click();
	await expect(ada.getByRole('heading', { name: say.backoffice('provider.testpay') })).toBeVisible();
	await ada.getByRole('button', { name: 'Let the payment fail' }).click();
	await expect(ada.getByText('The last try failed.')).toBeVisible();
	const provider = ada.url();
	await ada.getByRole('link', { name: 'Go back without paying' }).click();
	await expect(ada.getByText('Your payment didn’t go through, and you weren’t charged.')).toBeVisible();
	await expect(ada.getByRole('group', { name: 'Ticket 2' }).getByLabel(say.checkout('who.name')), 'who comes is still there').toHaveValue('Charles Babbage');
	await expect(ada.getByText(say.checkout('pending.left'), { exact: true })).toBeVisible();
	expect(await ada.getByText(say.checkout('pending.leftFirst')).count(), 'the payment has begun').toBe(0);
	await show(ada, 'pay-failed');
	await ada.getByRole('button', { name: 'Pay €36.00' }).click();
	await ada.getByRole('button', { name: /slow bank transfer/ }).click();
	await expect(ada.getByText('The bank transfer is under way.')).toBeVisible();
	await ada.clock.install();
	await listening(ada, hers);
	await expect(ada.getByRole('heading', { name: say.checkout('way.pending.title') })).toBeVisible();
	await show(ada, 'pay-under-way');
	await quiet(ada);
	const bank = await ada.context().newPage();
	await bank.goto(provider);
	await bank.getByRole('button', { name: 'The transfer has arrived' }).click();
	await bank.close();
	const loaded = await ada.evaluate(() => performance.timeOrigin);
	await expect(ada.getByRole('heading', { name: say.checkout('paid.title') })).toBeVisible();
	expect(await ada.evaluate(() => performance.timeOrigin), 'the page is told, and not loaded anew').toBe(loaded);
	await expect(ada.getByRole('link', { name: 'Open mailbox' })).toBeVisible();
	expect(await ada.locator('img').count(), 'who only has the link of the order sees no code').toBe(0);
	await show(ada, 'paid');

	// The tickets are in the mail.
	const tickets = await mail('ada@example.org', /\/r\/hl_[A-Za-z0-9_-]+/);
	await ada.goto(tickets);
	await expect(ada.getByRole('heading', { name: say.guest('order.confirmed') })).toBeVisible();
	await expect(ada.getByText('Charles Babbage').first()).toBeVisible();
	await check(ada, 'tickets that were paid');

	// Signed in, they are among everything that is hers.
	await ada.goto('/me');
	await signIn(ada, mail, 'ada@example.org');
	await ada.getByRole('link', { name: /Lanterna/ }).click();
	await expect(ada.getByRole('heading', { name: say.guest('order.confirmed') })).toBeVisible();

	await codes(site, event);

	// Grace changes her mind, and her tickets are free again.
	const grace = await person();
	await order(grace, event, 'Regular', 1, 'Grace Hopper', 'grace@example.org');
	await grace.getByRole('button', { name: say.checkout('pending.cancel') }).click();
	await grace.getByRole('button', { name: say.checkout('pending.cancel.yes') }).click();
	await expect(grace.getByRole('heading', { name: say.checkout('ended.cancelled.title') })).toBeVisible();
	await check(grace, 'order cancelled');

	// Alan lets his time lapse. The page says so by itself, and leads back to the event.
	const brief = await sale(call, { title: 'One chair', capacity: 1, orders: { hold_seconds: 10 }, tiers: [{ name: 'Chair', price: 5000 }] });
	const alan = await person();
	await order(alan, brief, 'Chair', 1, 'Alan Turing', 'alan@example.org', say.checkout('lapsed.title'));
	await show(alan, 'pay-lapsed');
	await alan.getByRole('link', { name: say.checkout('lapsed.again') }).click();
	await expect(alan.getByRole('heading', { name: 'One chair' })).toBeVisible();
});

/** A code that opens a ticket nobody else sees, once; then it is used up. */
async function codes({ call, person, show }: Site, event: { id: string; tiers: { id: string; name: string }[] }) {
	const friends = event.tiers.find((t) => t.name === 'Friends of the house')!;
	await call('POST', `/v1/events/${event.id}/codes`, { code: 'FRIENDS', kind: 'access', tier_ids: [friends.id], max_uses: 1 });
	const mary = await person();
	await mary.goto(`/events/${event.id}`);
	await expect(mary.getByRole('heading', { name: say.checkout('buy.title') })).toBeVisible();
	expect(await mary.getByText('Friends of the house').count(), 'what is hidden is not shown').toBe(0);
	await mary.getByText(say.checkout('buy.code')).click();
	await mary.getByLabel('Promo code', { exact: true }).fill('friends');
	await mary.getByRole('button', { name: say.checkout('buy.codeUse') }).click();
	await expect(mary.getByText('Friends of the house').first()).toBeVisible();
	await show(mary, 'access-code');
	await mary.getByRole('button', { name: say.checkout('buy.more', { tier: 'Friends of the house' }) }).click();
	await details(mary, 'Mary Somerville', 'mary.buys@example.org');
	await mary.getByRole('button', { name: say.checkout('buy.submitPay', { n: 1, amount: '€9.00' }) }).click();
	await expect(mary.getByRole('heading', { name: say.checkout('pending.title') })).toBeVisible();
	await expect(mary.getByText('1 × Friends of the house')).toBeVisible();
	await expect(mary.getByText('€9.00').first()).toBeVisible();

	// The next one is told that it is used up, at the field of the code, and can still buy what everybody can.
	const jane = await person();
	await jane.goto(`/events/${event.id}`);
	await jane.getByText(say.checkout('buy.code')).click();
	await jane.getByLabel('Promo code', { exact: true }).fill('FRIENDS');
	await jane.keyboard.press('Enter');
	await expect(jane.getByText(say.refusals('problem.code_used_up'))).toBeVisible();
	expect(await jane.getByText('Friends of the house').count(), 'a code that is used up opens nothing').toBe(0);
	await show(jane, 'code-used-up');
}
