// The journey of an organizer: sign in, create an event, publish it, see it move,
// change its rules by their consequence, copy it, call the copy off.
import { accessible, call, expect, focused, mail, person } from './browser.mjs';
import { pages } from './pages.mjs';

const email = 'olga@organizers.example';

/** Signs in with the link that the mail brings, from the page that wants it. */
export async function signIn(page, base, address = email) {
	await page.getByRole('link', { name: 'Sign in' }).last().click();
	await page.getByLabel('Your e-mail address').fill(address);
	await page.getByRole('button', { name: 'Send me a link' }).click();
	await page.getByRole('heading', { name: 'Look into your mail' }).waitFor();
	await page.goto(await mail(base, address, /\/sign-in#[A-Za-z0-9_-]+/));
	await page.getByRole('button', { name: 'Sign me in' }).click();
}

export async function organizer(house) {
	const { browser, base, key, findings, thorough } = house;
	const check = thorough ? accessible : async () => {};
	await call(base, key, 'POST', '/v1/members', { email, name: 'Olga', role: 'organizer' });

	// Olga comes to a page of organizers without having signed in, and is brought back to it.
	const olga = await person(browser, base, findings);
	await olga.goto('/manage/events/new');
	await olga.getByRole('heading', { name: 'Sign in to run your events' }).waitFor();
	await check(olga, 'organizers, signed out', findings);
	await signIn(olga, base);
	await olga.getByRole('heading', { name: 'New event', level: 1 }).waitFor();

	// She fills in an event. What is missing is said where it is missing.
	await olga.getByRole('button', { name: 'Save as draft' }).click();
	await olga.getByText('Please fill this in.').waitFor();
	await focused(olga.getByLabel('Title'), 'the first wrong field has the focus');
	await check(olga, 'new event with errors', findings);
	await olga.keyboard.type('An evening of maps');
	await olga.getByLabel('Description').fill('Bring **a map**.\n\n- Old ones\n- Drawn ones');
	await olga.getByLabel('Place', { exact: true }).or(olga.getByLabel(/^Place\b(?!s)/)).first().fill('City library');
	await olga.getByLabel('Places in all').fill('3');
	await olga.getByLabel('Guests each').fill('9999');
	await olga.getByRole('button', { name: 'Save as draft' }).click();
	await olga.getByText('This number is out of range.').waitFor();
	await olga.getByLabel('Guests each').fill('3');
	await olga.getByRole('button', { name: 'Preview' }).click();
	await olga.getByRole('dialog').getByText('An evening of maps').waitFor();
	await check(olga, 'preview of an event', findings);
	await olga.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
	await olga.getByRole('button', { name: 'Save as draft' }).click();
	await olga.getByRole('heading', { name: 'An evening of maps', level: 1 }).waitFor();
	const event = { id: new URL(olga.url()).pathname.split('/').at(-1) };

	// The draft is published, and moves while she looks.
	const letters = olga.getByRole('link', { name: 'Open the mailbox' });
	await letters.waitFor();
	expect((await (await fetch(base + (await letters.getAttribute('href')))).text()).includes(email), 'the mailbox has what was mailed');
	await check(olga, 'dashboard of a draft', findings);
	await olga.getByRole('button', { name: 'Publish' }).click();
	await olga.getByText('Published. People can register now.').waitFor();
	const places = olga.getByRole('region', { name: 'Places' });
	await places.getByText('of 3', { exact: true }).waitFor();
	const register = (user, guests) =>
		call(base, key, 'POST', `/v1/events/${event.id}/registrations`, { user_id: user, email: `${user}@example.org`, name: user, guests: guests.map((name) => ({ name })), join_waitlist: true });
	await register('ada', ['Charles']);
	await register('bob', ['Eve', 'Mallory']);
	await places.getByText('Free, owed to the line').waitFor();
	await olga.getByRole('region', { name: 'The line' }).getByText('1 waits, for 3 places in all.').waitFor();
	await olga.getByText('As a table').click();
	await olga.getByRole('region', { name: 'How it fills: As a table' }).getByRole('row').nth(1).getByRole('cell', { name: '2', exact: true }).waitFor();
	await check(olga, 'dashboard', findings);

	// Each rule of the line says what it would do to Bob's party, which waits.
	await olga.goto(`/manage/events/${event.id}/edit`);
	await olga.getByText('As the line is, the next free place would wait for the party of 3 at its head, until one more is free.').waitFor();
	await register('cyd', ['Dan']);
	await olga.reload();
	await olga.getByText(/would pass the party of 3 at its head, for the 1\. of at most 3 times, and go to the party of 2 at place 2/).waitFor();
	await olga.getByLabel('Nobody passes anybody').check();
	await olga.getByText('As the line is, the next free place would wait for the party of 3').waitFor();
	await olga.getByLabel('Places in all').fill('1');
	await olga.getByText('2 places are taken, one more than that.', { exact: false }).waitFor();
	await olga.getByLabel('Places in all').fill('4');
	await olga.getByText('The new place goes to the line at once: 2 are waiting.').waitFor();
	await check(olga, 'edit event', findings);
	await olga.getByRole('button', { name: 'Save changes' }).click();
	await olga.getByText('Saved', { exact: true }).waitFor();
	const changed = await call(base, key, 'GET', `/v1/events/${event.id}`);
	expect(changed.capacity === 4 && changed.waitlist.party_policy === 'strict', `what was changed is stored: ${JSON.stringify(changed.waitlist)}`);

	// A code makes it cheaper.
	await olga.goto(`/manage/events/${event.id}/codes`);
	await olga.getByRole('heading', { name: 'No codes yet' }).waitFor();
	await olga.getByRole('button', { name: 'New code' }).click();
	await olga.getByRole('button', { name: 'Make the code' }).click();
	await olga.getByText('Please fill this in.').waitFor();
	await check(olga, 'new code with an error', findings);
	await olga.getByRole('textbox', { name: 'Code' }).fill('earlybird');
	await olga.getByRole('textbox', { name: 'Percent' }).fill('25');
	await olga.getByRole('button', { name: 'Make the code' }).click();
	await olga.getByRole('heading', { name: 'EARLYBIRD' }).waitFor();
	await olga.getByText('25 % off · all tickets').waitFor();
	await olga.getByRole('button', { name: 'Disable EARLYBIRD' }).click();
	await olga.getByRole('button', { name: 'Enable EARLYBIRD' }).waitFor();

	// A copy of it lies weeks ahead, and is called off again.
	await olga.goto(`/manage/events/${event.id}`);
	await olga.getByRole('link', { name: 'Duplicate' }).click();
	await olga.getByLabel('Title').fill('Another evening of maps');
	await olga.getByRole('button', { name: 'Publish now' }).click();
	await olga.getByRole('heading', { name: 'Another evening of maps', level: 1 }).waitFor();
	await olga.getByRole('button', { name: /Organizers’ menu/ }).click();
	await olga.getByRole('dialog').getByRole('link', { name: 'Edit' }).click();
	await olga.getByRole('button', { name: 'Cancel this event…' }).click();
	await check(olga, 'question before cancelling an event', findings);
	await olga.getByRole('button', { name: 'Yes, cancel it' }).click();
	await olga.getByText('This event is cancelled. Nothing about it can be changed.').waitFor();
	await olga.goto(`/manage/events/${event.id}`);
	await places.waitFor();

	// On a phone the menu is a sheet; in it is the way to all events.
	await olga.getByRole('button', { name: /Organizers’ menu/ }).click();
	await check(olga, 'menu of organizers', findings);
	await olga.getByRole('dialog').getByRole('link', { name: 'All events' }).click();
	await olga.getByRole('heading', { name: 'Events', level: 1 }).waitFor();
	await olga.getByRole('link', { name: 'An evening of maps' }).waitFor();
	await olga.getByLabel(/Past/).check({ force: true });
	await olga.getByRole('link', { name: 'Another evening of maps' }).waitFor();

	// Whoever is no member is told so.
	const nobody = await person(browser, base, findings);
	await nobody.goto('/manage');
	await nobody.getByRole('heading', { name: 'Sign in to run your events' }).waitFor();

	const state = await olga.context().storageState();
	if (thorough) {
		await pages(house, [
			['manage', '/manage'],
			['manage-event', `/manage/events/${event.id}`],
			['manage-edit', `/manage/events/${event.id}/edit`],
			['manage-codes', `/manage/events/${event.id}/codes`],
			['manage-new', '/manage/events/new'],
			['manage-unknown', '/manage/events/evt_000000000000']
		], state);
	}
	const now = await call(base, key, 'GET', `/v1/events/${event.id}`);
	expect(now.availability.waiting === 2, 'Bob and Cyd wait');
	for (const p of [olga, nobody]) await p.context().close();
	return { state, event };
}
