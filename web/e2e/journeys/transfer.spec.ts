// The journey of a ticket from one person to another: offered, taken back,
// offered again, and accepted by the link.
import { ahead } from '../fixtures/api';
import { signIn } from '../fixtures/signing-in';
import { expect, test, type Site } from '../fixtures/test';
import { say } from '../fixtures/texts';
import { freshly, scan } from './buying';

test.use({ serverOptions: { command: 'demo' } });

test('a ticket from one to another', async ({ site }) => {
	const { call, mail, person, show } = site;
	const event = await call('POST', '/v1/events', {
		title: 'Supper by the river',
		...ahead(30, 3),
		timezone: 'Europe/Berlin',
		capacity: 10,
		max_guests: 1,
		publish: true
	});
	await call('POST', `/v1/events/${event.id}/registrations`, { email: 'rosa@example.org', name: 'Rosa Parks', guests: [{ name: 'Guest of Rosa' }] });

	// Rosa offers a ticket to an address that is none, to the wrong person, and to the right one.
	const rosa = await person();
	const confirmed = await mail('rosa@example.org', /\/r\/hl_[A-Za-z0-9_-]+/);
	await rosa.goto(confirmed);
	await rosa
		.getByRole('button', { name: say.transfer('give.button') })
		.nth(1)
		.click();
	const sheet = rosa.getByRole('dialog');
	await sheet.getByLabel(say.transfer('give.email')).fill('nobody');
	await sheet.getByRole('button', { name: say.transfer('give.go') }).click();
	await expect(sheet.getByText('Please enter an email address')).toBeVisible();
	await show(rosa, 'give-ticket');
	await sheet.getByLabel(say.transfer('give.email')).fill('wrong@example.org');
	await sheet.getByRole('button', { name: say.transfer('give.go') }).click();
	// The link of a confirmation does not go that far. One press has a new one mailed.
	await sheet.getByRole('button', { name: say.core('freshLink.send') }).click();
	await expect(sheet.getByText(say.core('freshLink.sent'))).toBeVisible();
	await freshly(rosa, mail, 'rosa@example.org');
	await rosa
		.getByRole('button', { name: say.transfer('give.button') })
		.nth(1)
		.click();
	await sheet.getByLabel(say.transfer('give.email')).fill('wrong@example.org');
	await sheet.getByRole('button', { name: say.transfer('give.go') }).click();
	await expect(rosa.getByText(say.transfer('give.offered', { to: 'wrong@example.org' }))).toBeVisible();
	const wrong = await mail('wrong@example.org', /\/t\/hl_[A-Za-z0-9_-]+/);
	await rosa.getByRole('button', { name: say.transfer('give.back') }).click();
	await expect(rosa.getByRole('button', { name: say.transfer('give.button') }).nth(1)).toBeVisible();
	await rosa
		.getByRole('button', { name: say.transfer('give.button') })
		.nth(1)
		.click();
	await sheet.getByLabel(say.transfer('give.email')).fill('septima@example.org');
	await sheet.getByLabel(say.transfer('give.name')).fill('Septima Clark');
	await sheet.getByRole('button', { name: say.transfer('give.go') }).click();
	await expect(rosa.getByText(say.transfer('give.offered', { to: 'Septima Clark' }))).toBeVisible();

	// Septima accepts by the link, and has a code; Rosa's shows that it has gone.
	const septima = await person();
	await septima.goto(wrong);
	await expect(septima.getByRole('heading', { name: say.transfer('cancelled.title') })).toBeVisible();
	await septima.goto(await mail('septima@example.org', /\/t\/hl_[A-Za-z0-9_-]+/));
	await expect(septima.getByRole('heading', { name: say.transfer('take.title') })).toBeVisible();
	await expect(septima.getByText('Rosa Parks is sending you a ticket.')).toBeVisible();
	await show(septima, 'ticket-offered');
	await septima.getByRole('button', { name: say.transfer('take.accept') }).click();
	await expect(septima.getByRole('heading', { name: say.transfer('mine.title') })).toBeVisible();
	await septima.waitForFunction(() => document.images.length === 1 && document.images[0]!.complete && document.images[0]!.naturalWidth > 0);
	expect(await septima.getByText(/Ticket \d+ of/).count(), 'it is not counted among tickets of somebody else').toBe(0);
	await show(septima, 'ticket-accepted');
	await mail('septima@example.org', /The ticket is yours\.[^]*?\/t\/hl_[A-Za-z0-9_-]+/);
	await rosa.reload();
	await expect(rosa.getByRole('button', { name: say.core('freshLink.send') })).toBeVisible(); // the ticket is given away, and the fresh link with it
	await rosa.goto(confirmed);
	await expect(rosa.getByText(say.guest('ticket.transferred'))).toBeVisible();
	await expect(rosa.getByRole('button', { name: say.guest('ticket.show'), exact: true }), 'Rosa has one code left').toHaveCount(1);

	await signedIn(site, event);
});

/** The same from inside: whoever is signed in needs no link, and the earlier code is dead. */
async function signedIn({ call, mail, person, check, show }: Site, event: { id: string }) {
	const given = await call('POST', `/v1/events/${event.id}/registrations`, { email: 'ella@example.org', name: 'Ella Baker' });
	const [before] = (await call('GET', `/v1/orders/${given.order_id}/tickets`)).items;
	const ella = await person();
	await ella.goto('/me');
	await signIn(ella, mail, 'ella@example.org');
	await expect(ella.getByRole('heading', { name: say.guest('home.tickets') })).toBeVisible();
	await ella.getByRole('link', { name: /Supper by the river/ }).click();
	await ella.getByRole('button', { name: say.transfer('give.button') }).click();
	await ella.getByLabel(say.transfer('give.email')).fill('fannie@example.org');
	await ella.getByRole('button', { name: say.transfer('give.go') }).click();
	await expect(ella.getByText(say.transfer('give.offered', { to: 'fannie@example.org' }))).toBeVisible();
	const { offered } = await call('GET', `/v1/tickets/${before.id}`);

	const fannie = await person();
	await fannie.goto(`/me/transfers/${offered.transfer_id}`);
	await signIn(fannie, mail, 'fannie@example.org');
	await expect(fannie.getByRole('heading', { name: say.transfer('take.title') })).toBeVisible();
	await check(fannie, 'ticket offered, signed in');
	await fannie.getByRole('button', { name: say.transfer('take.accept') }).click();
	await expect(fannie.getByRole('heading', { name: say.transfer('mine.title') })).toBeVisible();
	await show(fannie, 'transfer-signed-in');
	await fannie.goto('/me');
	await fannie.getByRole('link', { name: say.account('me.status.received', { from: 'Ella Baker' }) }).click();
	await expect(fannie.getByRole('heading', { name: say.transfer('mine.title') })).toBeVisible();
	await fannie.goto('/me/inbox');
	await fannie.getByRole('link', { name: /The ticket is yours/ }).click();
	await expect(fannie.getByRole('heading', { name: say.transfer('mine.title') })).toBeVisible();
	await ella.goto(`/me/transfers/${offered.transfer_id}`);
	await expect(ella.getByRole('heading', { name: say.transfer('giving.accepted.title') })).toBeVisible();
	await check(ella, 'ticket given, signed in');
	// It was her last: her order says so.
	await ella.goto('/me');
	await ella.getByRole('link', { name: new RegExp(say.account('me.status.givenAway')) }).click();
	await expect(ella.getByRole('heading', { name: say.guest('order.givenAway', { n: 1 }) })).toBeVisible();
	await show(ella, 'all-given-away');
	expect((await scan(call, event, before.token)).verdict, 'the earlier code is dead').toBe('invalid');
	const after = await call('GET', `/v1/tickets/${before.id}`);
	expect(after.token, 'the new code lets in').not.toBe(before.token);
	expect((await scan(call, event, after.token)).verdict, 'the new code lets in').toBe('admit');
}
