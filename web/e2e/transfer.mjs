// The journey of a ticket from one person to another: offered, taken back,
// offered again, and accepted by the link.
import { accessible, call, expect, mail, person } from './browser.mjs';
import { signIn } from './organizer.mjs';

export async function transfer({ browser, base, key, findings, thorough, shoot }) {
	const check = thorough ? accessible : async () => {};
	const starts = new Date(Date.now() + 30 * 86_400_000);
	const event = await call(base, key, 'POST', '/v1/events', {
		title: 'Supper by the river',
		starts_at: starts.toISOString(),
		ends_at: new Date(starts.getTime() + 3 * 3_600_000).toISOString(),
		timezone: 'Europe/Berlin',
		capacity: 10,
		max_guests: 1,
		publish: true
	});
	await call(base, key, 'POST', `/v1/events/${event.id}/registrations`, { email: 'rosa@example.org', name: 'Rosa Parks', guests: [{ name: 'Guest of Rosa' }] });

	// Rosa offers a ticket to an address that is none, to the wrong person, and to the right one.
	const rosa = await person(browser, base, findings);
	await rosa.goto(await mail(base, 'rosa@example.org', /\/r\/hl_[A-Za-z0-9_-]+/));
	await rosa.getByRole('button', { name: 'Give it to somebody' }).nth(1).click();
	const sheet = rosa.getByRole('dialog');
	await sheet.getByLabel('Their e-mail').fill('nobody');
	await sheet.getByRole('button', { name: 'Offer the ticket' }).click();
	await sheet.getByText('Please enter an e-mail address').waitFor();
	await check(rosa, 'giving a ticket', findings);
	await shoot?.(rosa, 'give-ticket');
	await sheet.getByLabel('Their e-mail').fill('wrong@example.org');
	await sheet.getByRole('button', { name: 'Offer the ticket' }).click();
	await rosa.getByText('Offered to wrong@example.org.').waitFor();
	const wrong = await mail(base, 'wrong@example.org', /\/t\/hl_[A-Za-z0-9_-]+/);
	await rosa.getByRole('button', { name: 'Take it back' }).click();
	await rosa.getByRole('button', { name: 'Give it to somebody' }).nth(1).waitFor();
	await rosa.getByRole('button', { name: 'Give it to somebody' }).nth(1).click();
	await sheet.getByLabel('Their e-mail').fill('septima@example.org');
	await sheet.getByLabel('Their name').fill('Septima Clark');
	await sheet.getByRole('button', { name: 'Offer the ticket' }).click();
	await rosa.getByText('Offered to Septima Clark.').waitFor();

	// Septima accepts by the link, and has a code; Rosa's shows that it has gone.
	const septima = await person(browser, base, findings);
	await septima.goto(wrong);
	await septima.getByRole('heading', { name: 'This offer was taken back' }).waitFor();
	await septima.goto(await mail(base, 'septima@example.org', /\/t\/hl_[A-Za-z0-9_-]+/));
	await septima.getByRole('heading', { name: 'A ticket for you' }).waitFor();
	await septima.getByText('Rosa Parks offers you a ticket.').waitFor();
	await check(septima, 'ticket offered', findings);
	await shoot?.(septima, 'ticket-offered');
	await septima.getByRole('button', { name: 'Accept the ticket' }).click();
	await septima.getByRole('heading', { name: 'Your ticket' }).waitFor();
	await septima.waitForFunction(() => document.images.length === 1 && document.images[0].complete && document.images[0].naturalWidth > 0);
	expect((await septima.getByText(/Ticket \d+ of/).count()) === 0, 'it is not counted among tickets of somebody else');
	await check(septima, 'ticket accepted', findings);
	await shoot?.(septima, 'ticket-accepted');
	await mail(base, 'septima@example.org', /The ticket is yours\.[^]*?\/t\/hl_[A-Za-z0-9_-]+/);
	await rosa.reload();
	await rosa.getByText('Somebody else holds this ticket now.').waitFor();
	expect((await rosa.getByRole('button', { name: 'Show at the door', exact: true }).count()) === 1, 'Rosa has one code left');

	await signedIn({ browser, base, key, findings, check, shoot }, event);
	for (const p of [rosa, septima]) await p.context().close();
}

/** The same from inside: who is signed in needs no link, and the code of before is dead. */
async function signedIn({ browser, base, key, findings, check, shoot }, event) {
	const given = await call(base, key, 'POST', `/v1/events/${event.id}/registrations`, { email: 'ella@example.org', name: 'Ella Baker' });
	const [before] = (await call(base, key, 'GET', `/v1/orders/${given.order_id}/tickets`)).items;
	const ella = await person(browser, base, findings);
	await ella.goto('/me');
	await signIn(ella, base, 'ella@example.org');
	await ella.getByRole('heading', { name: 'My tickets' }).waitFor();
	await ella.getByRole('link', { name: /Supper by the river/ }).click();
	await ella.getByRole('button', { name: 'Give it to somebody' }).click();
	await ella.getByLabel('Their e-mail').fill('fannie@example.org');
	await ella.getByRole('button', { name: 'Offer the ticket' }).click();
	await ella.getByText('Offered to fannie@example.org.').waitFor();
	const { offered } = await call(base, key, 'GET', `/v1/tickets/${before.id}`);

	const fannie = await person(browser, base, findings);
	await fannie.goto(`/me/transfers/${offered.transfer_id}`);
	await signIn(fannie, base, 'fannie@example.org');
	await fannie.getByRole('heading', { name: 'A ticket for you' }).waitFor();
	await check(fannie, 'ticket offered, signed in', findings);
	await fannie.getByRole('button', { name: 'Accept the ticket' }).click();
	await fannie.getByRole('heading', { name: 'Your ticket' }).waitFor();
	await shoot?.(fannie, 'transfer-signed-in');
	await fannie.goto('/me/inbox');
	await fannie.getByRole('link', { name: /The ticket is yours/ }).click();
	await fannie.getByRole('heading', { name: 'Your ticket' }).waitFor();
	await ella.goto(`/me/transfers/${offered.transfer_id}`);
	await ella.getByRole('heading', { name: 'This ticket has a new holder' }).waitFor();
	await check(ella, 'ticket given, signed in', findings);
	const scan = (token) => call(base, key, 'POST', '/v1/checkins', { event_id: event.id, token });
	expect((await scan(before.token)).verdict === 'invalid', 'the code of before is dead');
	const after = await call(base, key, 'GET', `/v1/tickets/${before.id}`);
	expect(after.token !== before.token && (await scan(after.token)).verdict === 'admit', 'the new code lets in');
	for (const p of [ella, fannie]) await p.context().close();
}
