// The journey of a guest: register, find it full, wait, see why one's place
// changed, be offered a place, claim it, show the ticket, give it back.
import { accessible, call, expect, focused, mail, person } from './browser.mjs';

const link = (kind) => new RegExp(`/${kind}/hl_[A-Za-z0-9_-]+`);

async function fill(page, name, email) {
	await page.getByLabel('Your name').fill(name);
	await page.getByLabel('E-mail').fill(email);
}

export async function guest({ browser, base, key, findings, thorough, shoot }) {
	const starts = new Date(Date.now() + 30 * 86_400_000);
	const event = await call(base, key, 'POST', '/v1/events', {
		title: 'Lantern walk & talk',
		description: 'Bring **a lantern**.\n\n- Meet at the pier\n- Walk two hours\n\n<script>alert(1)</script>',
		location: 'Old Harbour, Pier 2',
		starts_at: starts.toISOString(),
		ends_at: new Date(starts.getTime() + 3 * 3_600_000).toISOString(),
		timezone: 'Europe/Lisbon',
		capacity: 2,
		max_guests: 2,
		publish: true
	});
	const address = `/events/${event.id}`;
	const check = thorough ? accessible : async () => {};

	// Ada registers with a guest, by keyboard alone, after the form told her what was missing.
	const ada = await person(browser, base, findings);
	await ada.goto(address);
	await ada.getByRole('heading', { name: 'Lantern walk & talk' }).waitFor();
	expect((await ada.locator('script:not([src])', { hasText: 'alert(1)' }).count()) === 0, 'the description runs a script');
	await check(ada, 'event page', findings);
	await ada.getByRole('button', { name: 'Register', exact: true }).click();
	await ada.getByText('Please fill this in.').first().waitFor();
	await focused(ada.getByLabel('Your name'), 'the first wrong field has the focus');
	await check(ada, 'event page with errors', findings);
	await ada.keyboard.type('Ada Lovelace');
	await ada.keyboard.press('Tab');
	await ada.keyboard.type('ada@example');
	await ada.keyboard.press('Enter');
	await ada.getByText('Please enter an e-mail address').waitFor();
	await ada.keyboard.type('.org');
	await ada.getByRole('button', { name: /Add a guest/ }).focus();
	await ada.keyboard.press('Enter');
	await ada.keyboard.type('Charles Babbage');
	await ada.keyboard.press('Enter');
	await ada.getByRole('heading', { name: 'You are in!' }).waitFor();
	expect((await ada.getByRole('link', { name: 'Open the mailbox' }).getAttribute('href')) === '/mailbox', 'it says where the tickets are');
	await check(ada, 'registered', findings);
	await shoot?.(ada, 'registered');

	// Grace finds it full and waits; so does Alan, behind her.
	const grace = await person(browser, base, findings);
	await grace.goto(address);
	await grace.getByRole('heading', { name: 'Join the line' }).waitFor();
	await check(grace, 'full event page', findings);
	await shoot?.(grace, 'event-full');
	await fill(grace, 'Grace Hopper', 'grace@example.org');
	await grace.getByRole('button', { name: 'Join the line' }).click();
	await grace.getByRole('heading', { name: 'You are in line' }).waitFor();
	await check(grace, 'in line', findings);
	const alan = await person(browser, base, findings);
	await alan.goto(address);
	await fill(alan, 'Alan Turing', 'alan@example.org');
	await alan.getByRole('button', { name: 'Join the line' }).click();
	await alan.getByRole('heading', { name: 'You are in line' }).waitFor();
	const alansPlace = await mail(base, 'alan@example.org', link('e'));
	await alan.goto(alansPlace);
	await alan.getByText('One party is ahead of you.').waitFor();
	await alan.getByText('You joined the line.').first().waitFor();
	await check(alan, 'place in line', findings);
	await shoot?.(alan, 'place');

	// Ada looks at her tickets, and gives them back.
	await ada.goto(await mail(base, 'ada@example.org', link('r')));
	await ada.getByRole('heading', { name: 'You are registered' }).waitFor();
	await ada.waitForFunction(() => [...document.images].length === 2 && [...document.images].every((i) => i.complete && i.naturalWidth > 0));
	await check(ada, 'tickets', findings);
	await shoot?.(ada, 'tickets');
	await ada.getByRole('button', { name: 'Show at the door' }).nth(1).click();
	const shown = ada.getByRole('dialog', { name: 'Show at the door' });
	await shown.getByText('Ticket 1 of 2').waitFor();
	await ada.keyboard.press('ArrowRight');
	await shown.getByText('Charles Babbage').waitFor();
	expect((await shown.evaluate((d) => getComputedStyle(d).backgroundColor)) === 'rgb(255, 255, 255)', 'the code stands on white');
	await check(ada, 'ticket over the screen', findings);
	await ada.keyboard.press('Escape');
	await ada.getByRole('button', { name: 'I cannot come' }).click();
	await check(ada, 'question before cancelling', findings);
	await ada.getByRole('button', { name: 'Yes, give it back' }).click();
	await ada.getByRole('heading', { name: 'This registration has ended' }).waitFor();

	// Both who waited are offered a place. Grace claims hers, Alan declines.
	await grace.goto(await mail(base, 'grace@example.org', link('o')));
	await grace.getByRole('heading', { name: 'A place is yours to claim' }).waitFor();
	await grace.getByRole('timer').waitFor({ state: 'attached' });
	await check(grace, 'offer', findings);
	await shoot?.(grace, 'offer');
	await grace.getByRole('button', { name: 'Claim my place' }).click();
	await grace.getByRole('heading', { name: 'You are registered' }).waitFor();
	await alan.goto(await mail(base, 'alan@example.org', link('o')));
	await alan.getByRole('button', { name: 'I cannot come' }).click();
	await alan.getByRole('button', { name: 'Yes, give it away' }).click();
	await alan.getByRole('heading', { name: 'You declined' }).waitFor();
	await check(alan, 'ended', findings);
	await alan.goto(alansPlace);
	await alan.getByText('You declined the place.').first().waitFor();

	// What the API says is what the pages said.
	const now = await call(base, key, 'GET', `/v1/events/${event.id}`);
	expect(now.availability.confirmed === 1 && now.availability.available === 1, `one place is taken: ${JSON.stringify(now.availability)}`);

	// Grace signs in with a link, once, and finds all of it.
	await grace.goto('/me');
	await grace.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
	await grace.getByLabel('Your e-mail address').fill('grace@example.org');
	await grace.getByRole('button', { name: 'Send me a link' }).click();
	await grace.getByRole('heading', { name: 'Look into your mail' }).waitFor();
	await grace.getByText('This server is for trying things out').waitFor();
	expect((await grace.getByRole('link', { name: 'Open the mailbox' }).getAttribute('href')) === '/mailbox', 'it says where the mail is');
	await check(grace, 'sign-in link sent', findings);
	await shoot?.(grace, 'sign-in-sent');
	const signIn = await mail(base, 'grace@example.org', /\/sign-in#[A-Za-z0-9_-]+/);
	await grace.goto('about:blank');
	await grace.goto(signIn);
	await grace.getByRole('button', { name: 'Sign me in' }).click();
	await grace.getByRole('heading', { name: 'My tickets' }).waitFor();
	await grace.getByRole('link', { name: /Lantern walk & talk/ }).click();
	await grace.getByRole('heading', { name: 'You are registered' }).waitFor();
	const again = await person(browser, base, findings);
	await again.goto(signIn);
	await again.getByRole('button', { name: 'Sign me in' }).click();
	await again.getByRole('heading', { name: 'This link has been used or is too old' }).waitFor();
	for (const p of [ada, alan, again]) await p.context().close();
	return { event, grace };
}
