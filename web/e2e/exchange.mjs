// A ticket that its buyer gives to the line: offered, kept after all, offered
// again, taken and paid for by somebody of the line, refunded; what the buyer,
// the taker and the organizer see of it, and what the door says of the old code.
import { accessible, call, eventually, expect, mail, patience, person } from './browser.mjs';
import { signIn } from './organizer.mjs';

export const give = 'Can’t come? Give it to the line';

/** Looks again until a page says something. */
async function said(page, text) {
	const until = Date.now() + 2 * patience;
	const look = () => page.getByText(text).waitFor({ timeout: 3000 }).then(() => true, () => false);
	while (!(await look())) {
		expect(Date.now() < until, `the page never says: ${text}`);
		await page.reload();
	}
}

/** Orders a number of tickets, and pays them with the test provider. */
async function buy(page, base, event, count, name, email) {
	await page.goto(`/events/${event.id}`);
	for (let i = 0; i < count; i++) await page.getByRole('button', { name: 'One more: Stalls' }).click();
	await page.getByLabel('Your name').fill(name);
	await page.getByLabel('E-mail').first().fill(email);
	await page.getByRole('button', { name: /^Order/ }).click();
	await pay(page);
	await page.goto(await mail(base, email, /\/r\/hl_[A-Za-z0-9_-]+/));
	await page.getByRole('heading', { name: 'You are registered' }).waitFor();
}

export async function pay(page) {
	await page.getByRole('button', { name: /^Pay €/ }).click();
	await page.getByRole('button', { name: /^Pay [0-9.]+ EUR$/ }).click();
	await page.getByRole('heading', { name: /^(Paid\. See you there!|You are registered)$/ }).waitFor();
}

export const scan = (base, key, event, token) => call(base, key, 'POST', '/v1/checkins', { event_id: event.id, token });

export async function exchange({ browser, base, key, findings, thorough, shoot }) {
	const check = thorough ? accessible : async () => {};
	const starts = new Date(Date.now() + 30 * 86_400_000);
	const event = await call(base, key, 'POST', '/v1/events', {
		title: 'Chamber music under the dome',
		location: 'Observatory, Hill 4',
		starts_at: starts.toISOString(),
		ends_at: new Date(starts.getTime() + 2 * 3_600_000).toISOString(),
		timezone: 'Europe/Lisbon',
		capacity: 2,
		currency: 'EUR',
		tiers: [{ name: 'Stalls', price: 2400 }],
		publish: true
	});
	const staff = 'ottilie@organizers.example';
	await call(base, key, 'POST', '/v1/members', { email: staff, name: 'Ottilie', role: 'organizer' });

	// Ada has two tickets. She reads what giving one to the line means, does so, and keeps it after all.
	const ada = await person(browser, base, findings);
	await buy(ada, base, event, 2, 'Ada Lovelace', 'ada.dome@example.org');
	const order = (await call(base, key, 'GET', `/v1/events/${event.id}/guests?q=ada.dome`)).items[0].orders[0];
	const tickets = (await call(base, key, 'GET', `/v1/orders/${order.id}/tickets`)).items;
	await ada.getByText('Give a ticket to the line: when somebody takes it, you get your money back.').waitFor();
	expect((await ada.getByRole('button', { name: 'I cannot come' }).count()) === 0, 'nothing that the organizer has to decide is offered');
	await ada.getByRole('button', { name: give }).nth(1).click();
	await ada.getByText('Nobody waits right now.').waitFor();
	await ada.getByText('€24.00 goes back to you').waitFor();
	await check(ada, 'giving a ticket to the line', findings);
	await shoot?.(ada, 'exchange-question');
	await ada.getByRole('button', { name: 'Give it to the line', exact: true }).click();
	await ada.getByText('Waiting for somebody in line').waitFor();
	await check(ada, 'a ticket that waits for the line', findings);
	await ada.getByRole('button', { name: 'Keep it after all' }).click();
	await ada.getByText('You keep your ticket.').waitFor();
	await ada.getByText('Ticket 2: you kept it after all.').waitFor();
	await ada.getByRole('button', { name: give }).nth(1).click();
	await ada.getByRole('button', { name: 'Give it to the line', exact: true }).click();
	await ada.getByText('Waiting for somebody in line').waitFor();
	await ada.reload();
	await ada.getByText('Waiting for somebody in line').waitFor();
	await shoot?.(ada, 'exchange-open', true);

	// The organizer sees it, and could take it back.
	const ottilie = await person(browser, base, findings, { viewport: { width: 1280, height: 900 } });
	await ottilie.goto(`/manage/events/${event.id}/orders/${order.id}`);
	await signIn(ottilie, base, staff);
	await ottilie.getByText('Offered to the line').waitFor();
	await ottilie.getByRole('button', { name: 'Keep it after all: ticket 2' }).waitFor();
	await check(ottilie, 'an order with a ticket for the line', findings);
	await shoot?.(ottilie, 'exchange-order');
	await ottilie.getByRole('button', { name: 'Give to the line: ticket 1' }).click();
	await check(ottilie, 'an organizer gives a ticket to the line', findings);
	await ottilie.getByRole('button', { name: 'Leave it' }).click();

	// Grace finds it full, joins the line for its price, and is offered the place at once.
	const grace = await person(browser, base, findings);
	await grace.goto(`/events/${event.id}`);
	await grace.getByRole('heading', { name: 'Join the line' }).waitFor();
	await grace.getByText('€24.00', { exact: true }).waitFor();
	await grace.getByLabel('Your name').fill('Grace Hopper');
	await grace.getByLabel('E-mail').fill('grace.dome@example.org');
	await grace.getByRole('form', { name: 'Join the line' }).getByRole('button', { name: 'Join the line' }).click();
	await grace.getByRole('heading', { name: 'A place is kept for you' }).waitFor();
	await ada.reload();
	await ada.getByText('Somebody is being offered your ticket').waitFor();
	expect((await ada.getByRole('button', { name: 'Keep it after all' }).count()) === 0, 'an offer is a promise');
	await check(ada, 'a ticket that somebody is offered', findings);
	await shoot?.(ada, 'exchange-matched', true);
	await grace.goto(await mail(base, 'grace.dome@example.org', /\/o\/hl_[A-Za-z0-9_-]+/));
	await grace.getByRole('heading', { name: 'A place is yours to claim' }).waitFor();
	await grace.getByText('It costs €24.00.').waitFor();
	await check(grace, 'an offer with a price', findings);
	await shoot?.(grace, 'offer-with-price');
	await grace.getByRole('button', { name: 'Claim my place' }).click();
	await grace.getByRole('heading', { name: 'Your tickets are kept for you' }).waitFor();
	expect((await grace.getByText('It is yours. See you there!').count()) === 0, 'nothing is said to be theirs that is not paid');

	// Until she has paid, Ada's code is good. Then it is void, and the money goes back.
	expect((await call(base, key, 'GET', `/v1/tickets/${tickets[1].id}`)).token === tickets[1].token, 'the ticket is as it was');
	await pay(grace);
	await grace.getByRole('button', { name: 'Show at the door', exact: true }).waitFor();
	await ada.reload();
	await ada.getByText('Ticket 2 was taken by somebody in line: €24.00 for you.').waitFor();
	await ada.getByText('€24.00 has gone back, the way you paid.').waitFor();
	expect((await ada.getByRole('button', { name: 'Show at the door', exact: true }).count()) === 1, 'one code is left');
	await check(ada, 'a ticket that the line took', findings);
	await shoot?.(ada, 'exchange-taken', true);
	await mail(base, 'ada.dome@example.org', /Somebody took your ticket/);
	expect((await scan(base, key, event, tickets[1].token)).verdict === 'invalid', 'the old code is dead');
	const hers = (await call(base, key, 'GET', `/v1/events/${event.id}/guests?q=grace.dome`)).items[0].orders[0];
	const [taken] = (await call(base, key, 'GET', `/v1/orders/${hers.id}/tickets`)).items;
	expect((await scan(base, key, event, taken.token)).verdict === 'admit', 'the new code lets in');
	await ottilie.reload();
	await ottilie.getByText('Taken by the line').waitFor();
	await ottilie.getByRole('link', { name: 'Story of the exchange' }).click();
	await ottilie.getByRole('heading', { name: 'The story of a ticket given to the line' }).waitFor();
	await ottilie.getByText('Somebody in line paid for it: the ticket is void and its money goes back').waitFor();
	await check(ottilie, 'the story of an exchange', findings);

	// The last ticket of the order goes the same way, and the page says what became of the order.
	await ada.getByRole('button', { name: give }).click();
	await ada.getByRole('button', { name: 'Give it to the line', exact: true }).click();
	await ada.getByText('Waiting for somebody in line').waitFor();
	const alan = await call(base, key, 'POST', `/v1/events/${event.id}/waitlist:join`, { user_id: 'alan.dome', email: 'alan.dome@example.org', name: 'Alan Turing' });
	const accepted = await call(base, key, 'POST', `/v1/offers/${alan.offer_id}:accept`);
	await call(base, key, 'POST', `/v1/orders/${accepted.order_id}:mark-paid`, { reference: 'Box office 3' });
	await ada.reload();
	await ada.getByRole('heading', { name: 'Somebody took your ticket' }).waitFor();
	await ada.getByText('Ticket 1 was taken by somebody in line: €24.00 for you.').waitFor();
	await check(ada, 'an order that the line took', findings);
	await shoot?.(ada, 'exchange-all-taken', true);
	for (const p of [ada, grace, ottilie]) await p.context().close();
	await untaken({ browser, base, key, findings, check, shoot });
}

/** A ticket that somebody was offered and did not pay in time, and that nobody took before registration closed. */
async function untaken({ browser, base, key, findings, check, shoot }) {
	const starts = new Date(Date.now() + 20 * 86_400_000);
	const event = await call(base, key, 'POST', '/v1/events', {
		title: 'A matinee under the dome',
		location: 'Observatory, Hill 4',
		starts_at: starts.toISOString(),
		ends_at: new Date(starts.getTime() + 2 * 3_600_000).toISOString(),
		timezone: 'Europe/Lisbon',
		capacity: 1,
		currency: 'EUR',
		tiers: [{ name: 'Stalls', price: 1800 }],
		publish: true
	});
	const carl = await person(browser, base, findings);
	await buy(carl, base, event, 1, 'Carl Gauss', 'carl.dome@example.org');
	const order = (await call(base, key, 'GET', `/v1/events/${event.id}/guests?q=carl.dome`)).items[0].orders[0];
	const [ticket] = (await call(base, key, 'GET', `/v1/orders/${order.id}/tickets`)).items;
	await carl.getByRole('button', { name: give }).click();
	await carl.getByRole('button', { name: 'Give it to the line', exact: true }).click();
	await carl.getByText('Waiting for somebody in line').waitFor();

	// Sophie is offered it for ten seconds, claims it, and does not pay in time.
	await call(base, key, 'PATCH', `/v1/events/${event.id}`, { waitlist: { claim_window_seconds: 10 } });
	const joined = await call(base, key, 'POST', `/v1/events/${event.id}/waitlist:join`, { user_id: 'sophie.dome', email: 'sophie.dome@example.org', name: 'Sophie Germain' });
	const claimed = await call(base, key, 'POST', `/v1/offers/${joined.offer_id}:accept`);
	const sophie = await person(browser, base, findings);
	await sophie.goto(claimed.payment_url); // the mail may come when it is over, and then it does not
	await said(sophie, 'Your time to pay is over');
	await check(sophie, 'a ticket of the line that was not paid in time', findings);
	await shoot?.(sophie, 'exchange-lapsed');
	// It is the line's again, once the server's clock says so too, and Carl's to keep.
	await eventually(async () => (await call(base, key, 'GET', `/v1/tickets/${ticket.id}`)).exchange.status === 'open', 'the line can have it again');
	await said(carl, 'Waiting for somebody in line');
	await carl.getByRole('button', { name: 'Keep it after all' }).waitFor();

	// Registration closes: nobody can take it any more, and it lets him in.
	await call(base, key, 'PATCH', `/v1/events/${event.id}`, { registration_cutoff: new Date().toISOString() });
	await said(carl, 'Ticket 1 is no longer offered to the line.');
	await carl.getByRole('button', { name: give }).waitFor({ state: 'detached' });
	await carl.getByRole('button', { name: 'Show at the door', exact: true }).waitFor();
	expect((await carl.getByText('Give a ticket to the line').count()) === 0, 'nor is it promised');
	await check(carl, 'a ticket that nobody took', findings);
	await shoot?.(carl, 'exchange-closed', true);
	await mail(base, 'carl.dome@example.org', /The ticket is still yours/);
	expect((await scan(base, key, event, ticket.token)).verdict === 'admit', 'the code of who keeps it lets in');
	for (const p of [carl, sophie]) await p.context().close();
}
