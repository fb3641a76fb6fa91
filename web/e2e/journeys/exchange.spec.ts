// A ticket that its buyer gives to the waitlist: offered, kept after all, offered
// again, taken and paid for by somebody of the waitlist, refunded; what the buyer,
// the taker and the organizer see of it, and what the door says of the old code.
import type { Page } from '@playwright/test';
import { ahead, type Mail } from '../fixtures/api';
import { patience } from '../fixtures/browser';
import { desktop } from '../fixtures/looks';
import { signIn } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';
import { give, pay, renew, scan } from './buying';

test.use({ serverOptions: { command: 'demo' } });

/** Looks again until a page says something. */
async function said(page: Page, text: string) {
	const until = Date.now() + 2 * patience;
	const look = () =>
		page
			.getByText(text)
			.waitFor({ timeout: 3000 })
			.then(
				() => true,
				() => false
			);
	while (!(await look())) {
		expect(Date.now(), `the page never says: ${text}`).toBeLessThan(until);
		await page.reload();
	}
}

/** Orders a number of tickets, and pays them with the test provider. */
async function buy(page: Page, mail: Mail, event: { id: string }, count: number, name: string, email: string) {
	await page.goto(`/events/${event.id}`);
	for (let i = 0; i < count; i++) await page.getByRole('button', { name: say.checkout('buy.more', { tier: 'Stalls' }) }).click();
	await page.getByLabel(say.guest('join.name')).fill(name);
	await page.getByLabel(say.checkout('who.email')).first().fill(email);
	await page.getByRole('button', { name: /^Get \d+ ticket/ }).click();
	await pay(page);
	await page.goto(await mail(email, /\/r\/hl_[A-Za-z0-9_-]+/));
	await renew(page, mail, email);
	await expect(page.getByRole('heading', { name: say.guest('order.confirmed') })).toBeVisible();
}

test('a ticket back to the waitlist', async ({ site }) => {
	const { call, mail, person, check, show } = site;
	const event = await call('POST', '/v1/events', {
		title: 'Chamber music under the dome',
		location: 'Observatory, Hill 4',
		...ahead(30, 2),
		timezone: 'Europe/Lisbon',
		capacity: 2,
		currency: 'EUR',
		tiers: [{ name: 'Stalls', price: 2400 }],
		publish: true
	});
	const staff = 'ottilie@organizers.example';
	await call('POST', '/v1/members', { email: staff, name: 'Ottilie', role: 'organizer' });

	// Ada has two tickets. She reads what giving one to the waitlist means, does so, and keeps it after all.
	const ada = await person();
	await buy(ada, mail, event, 2, 'Ada Lovelace', 'ada.dome@example.org');
	const order = (await call('GET', `/v1/events/${event.id}/guests?q=ada.dome`)).items[0].orders[0];
	const tickets = (await call('GET', `/v1/orders/${order.id}/tickets`)).items;
	await expect(ada.getByText('Sell a ticket back to the waitlist: when someone buys it, you get your money back.')).toBeVisible();
	expect(await ada.getByRole('button', { name: 'I can’t come' }).count(), 'nothing that the organizer has to decide is offered').toBe(0);
	await ada.getByRole('button', { name: give }).nth(1).click();
	await expect(ada.getByText('Nobody is waiting right now.')).toBeVisible();
	await expect(ada.getByText(say.transfer('exchange.how.paid', { amount: '€24.00' }))).toBeVisible();
	await show(ada, 'exchange-question');
	await ada.getByRole('button', { name: 'Yes, sell it back', exact: true }).click();
	await expect(ada.getByText(say.transfer('exchange.open'))).toBeVisible();
	await check(ada, 'a ticket that waits for the waitlist');
	await ada.getByRole('button', { name: 'Stop the sale' }).click();
	await expect(ada.getByText(say.transfer('exchange.kept'))).toBeVisible();
	await expect(ada.getByText(say.transfer('exchange.past.withdrawn', { n: 2 }))).toBeVisible();
	await ada.getByRole('button', { name: give }).nth(1).click();
	await ada.getByRole('button', { name: 'Yes, sell it back', exact: true }).click();
	await expect(ada.getByText(say.transfer('exchange.open'))).toBeVisible();
	await ada.reload();
	await expect(ada.getByText(say.transfer('exchange.open'))).toBeVisible();
	await show(ada, 'exchange-open', true);

	// The organizer sees it, and could take it back.
	const ottilie = await person({ viewport: desktop });
	await ottilie.goto(`/manage/events/${event.id}/orders/${order.id}`);
	await signIn(ottilie, mail, staff);
	await expect(ottilie.getByText(say.transfer('desk.exchange.open'))).toBeVisible();
	await expect(ottilie.getByRole('button', { name: say.transfer('desk.exchange.keepWho', { n: 2 }) })).toBeVisible();
	await show(ottilie, 'exchange-order');
	await ottilie.getByRole('button', { name: say.transfer('desk.exchange.giveWho', { n: 1 }) }).click();
	await check(ottilie, 'an organizer gives a ticket to the waitlist');
	await ottilie.getByRole('button', { name: say.transfer('desk.exchange.no') }).click();

	// Grace finds it full, joins the waitlist for its price, and is offered the place at once.
	const grace = await person();
	await grace.goto(`/events/${event.id}`);
	await expect(grace.getByRole('heading', { name: say.guest('join.titleWaitlist') })).toBeVisible();
	await expect(grace.getByText('€24.00', { exact: true })).toBeVisible();
	await grace.getByLabel(say.guest('join.name')).fill('Grace Hopper');
	await grace.getByLabel(say.checkout('who.email')).fill('grace.dome@example.org');
	await grace
		.getByRole('form', { name: say.guest('join.titleWaitlist') })
		.getByRole('button', { name: say.guest('join.titleWaitlist') })
		.click();
	await expect(grace.getByRole('heading', { name: 'A ticket is reserved for you' })).toBeVisible();
	await ada.reload();
	await expect(ada.getByText(say.transfer('exchange.matched'))).toBeVisible();
	expect(await ada.getByRole('button', { name: 'Stop the sale' }).count(), 'an offer is a promise').toBe(0);
	await show(ada, 'exchange-matched', true);
	await grace.goto(await mail('grace.dome@example.org', /\/o\/hl_[A-Za-z0-9_-]+/));
	await expect(grace.getByRole('heading', { name: 'A ticket is reserved for you' })).toBeVisible();
	await expect(grace.getByText(say.checkout('offer.cost', { amount: '€24.00' }))).toBeVisible();
	await show(grace, 'offer-with-price');
	await grace.getByRole('button', { name: say.guest('offer.claim') }).click();
	await expect(grace.getByRole('heading', { name: say.checkout('pending.title') })).toBeVisible();
	expect(await grace.getByText(say.transfer('take.accepted')).count(), 'nothing is said to be theirs that is not paid').toBe(0);

	// Until she has paid, Ada's code is good. Then it is void, and the money goes back.
	expect((await call('GET', `/v1/tickets/${tickets[1].id}`)).token, 'the ticket is as it was').toBe(tickets[1].token);
	await pay(grace);
	await expect(grace.getByRole('button', { name: say.guest('ticket.show'), exact: true })).toBeVisible();
	await ada.reload();
	await expect(ada.getByText(say.transfer('exchange.past.exchanged', { n: 2, amount: '€24.00' }))).toBeVisible();
	await expect(ada.getByText(say.checkout('refund.done', { amount: '€24.00' }))).toBeVisible();
	await expect(ada.getByRole('button', { name: say.guest('ticket.show'), exact: true }), 'one code is left').toHaveCount(1);
	await show(ada, 'exchange-taken', true);
	await mail('ada.dome@example.org', /Your ticket was sold/);
	expect((await scan(call, event, tickets[1].token)).verdict, 'the old code is dead').toBe('invalid');
	const hers = (await call('GET', `/v1/events/${event.id}/guests?q=grace.dome`)).items[0].orders[0];
	const [taken] = (await call('GET', `/v1/orders/${hers.id}/tickets`)).items;
	expect((await scan(call, event, taken.token)).verdict, 'the new code lets in').toBe('admit');
	await ottilie.reload();
	await expect(ottilie.getByText(say.transfer('desk.exchange.exchanged'))).toBeVisible();
	await ottilie.getByRole('link', { name: say.transfer('desk.exchange.activity') }).click();
	await expect(ottilie.getByRole('heading', { name: say.backoffice('activity.title.exchange') })).toBeVisible();
	await expect(ottilie.getByText(say.backoffice('tell.exchanged'))).toBeVisible();
	await check(ottilie, 'the story of an exchange');

	// The last ticket of the order goes the same way, and the page says what became of the order.
	await ada.getByRole('button', { name: give }).click();
	await ada.getByRole('button', { name: 'Yes, sell it back', exact: true }).click();
	await expect(ada.getByText(say.transfer('exchange.open'))).toBeVisible();
	const alan = await call('POST', `/v1/events/${event.id}/waitlist:join`, { user_id: 'alan.dome', email: 'alan.dome@example.org', name: 'Alan Turing' });
	const accepted = await call('POST', `/v1/offers/${alan.offer_id}:accept`);
	await call('POST', `/v1/orders/${accepted.order_id}:mark-paid`, { reference: 'Box office 3' });
	await ada.reload();
	await expect(ada.getByRole('heading', { name: say.checkout('ended.exchanged.title') })).toBeVisible();
	await expect(ada.getByText(say.transfer('exchange.past.exchanged', { n: 1, amount: '€24.00' }))).toBeVisible();
	await show(ada, 'exchange-all-taken', true);
});

// A ticket that somebody was offered and did not pay in time, and that nobody took before registration closed.
test('a ticket that nobody takes in time', async ({ site }) => {
	const { call, mail, person, show } = site;
	const event = await call('POST', '/v1/events', {
		title: 'A matinee under the dome',
		location: 'Observatory, Hill 4',
		...ahead(20, 2),
		timezone: 'Europe/Lisbon',
		capacity: 1,
		currency: 'EUR',
		tiers: [{ name: 'Stalls', price: 1800 }],
		publish: true
	});
	const carl = await person();
	await buy(carl, mail, event, 1, 'Carl Gauss', 'carl.dome@example.org');
	const order = (await call('GET', `/v1/events/${event.id}/guests?q=carl.dome`)).items[0].orders[0];
	const [ticket] = (await call('GET', `/v1/orders/${order.id}/tickets`)).items;
	await carl.getByRole('button', { name: give }).click();
	await carl.getByRole('button', { name: 'Yes, sell it back', exact: true }).click();
	await expect(carl.getByText(say.transfer('exchange.open'))).toBeVisible();

	// Sophie is offered it for ten seconds, claims it, and does not pay in time.
	await call('PATCH', `/v1/events/${event.id}`, { waitlist: { claim_window_seconds: 10 } });
	const joined = await call('POST', `/v1/events/${event.id}/waitlist:join`, {
		user_id: 'sophie.dome',
		email: 'sophie.dome@example.org',
		name: 'Sophie Germain'
	});
	const claimed = await call('POST', `/v1/offers/${joined.offer_id}:accept`);
	const sophie = await person();
	await sophie.goto(claimed.payment_url); // the mail may come when it is over, and then it does not
	await said(sophie, 'Your time to pay has run out');
	await show(sophie, 'exchange-lapsed');
	// It is the waitlist's again, once the server's clock says so too, and Carl's to keep.
	await expect.poll(async () => (await call('GET', `/v1/tickets/${ticket.id}`)).exchange.status, 'the waitlist can have it again').toBe('open');
	await said(carl, 'For sale to the waitlist');
	await expect(carl.getByRole('button', { name: 'Stop the sale' })).toBeVisible();

	// Registration closes: nobody can take it any more, and it lets him in.
	await call('PATCH', `/v1/events/${event.id}`, { registration_cutoff: new Date().toISOString() });
	await said(carl, 'Ticket 1 is no longer for sale.');
	await expect(carl.getByRole('button', { name: give })).not.toBeAttached();
	await expect(carl.getByRole('button', { name: say.guest('ticket.show'), exact: true })).toBeVisible();
	expect(await carl.getByText('Sell a ticket back to the waitlist').count(), 'nor is it promised').toBe(0);
	await show(carl, 'exchange-closed', true);
	await mail('carl.dome@example.org', /The ticket is still yours/);
	expect((await scan(call, event, ticket.token)).verdict, 'the code of a holder who keeps it lets in').toBe('admit');
});
