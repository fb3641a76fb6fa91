// The journey of an organizer: sign in, find one's events, see one move.
import { accessible, call, expect, mail, person } from './browser.mjs';
import { pages } from './pages.mjs';

const email = 'olga@organizers.example';

/** Signs in with the link that the mail brings, from the page that wants it. */
async function signIn(page, base) {
	await page.getByRole('link', { name: 'Sign in' }).last().click();
	await page.getByLabel('Your e-mail address').fill(email);
	await page.getByRole('button', { name: 'Send me a link' }).click();
	await page.getByRole('heading', { name: 'Look into your mail' }).waitFor();
	await page.goto(await mail(base, email, /\/sign-in#[A-Za-z0-9_-]+/));
	await page.getByRole('button', { name: 'Sign me in' }).click();
}

export async function organizer(house) {
	const { browser, base, key, findings, thorough } = house;
	const check = thorough ? accessible : async () => {};
	await call(base, key, 'POST', '/v1/members', { email, name: 'Olga', role: 'organizer' });
	const starts = new Date(Date.now() + 20 * 86_400_000);
	const event = await call(base, key, 'POST', '/v1/events', {
		title: 'An evening of maps',
		location: 'City library',
		starts_at: starts.toISOString(),
		ends_at: new Date(starts.getTime() + 2 * 3_600_000).toISOString(),
		timezone: 'Europe/Berlin',
		capacity: 3,
		max_guests: 2
	});

	// Olga comes to a page of organizers without having signed in, and is brought back to it.
	const olga = await person(browser, base, findings);
	await olga.goto(`/manage/events/${event.id}`);
	await olga.getByRole('heading', { name: 'Sign in to run your events' }).waitFor();
	await check(olga, 'organizers, signed out', findings);
	await signIn(olga, base);
	await olga.getByRole('heading', { name: 'An evening of maps', level: 1 }).waitFor();

	// The draft is published, and moves while she looks.
	await check(olga, 'dashboard of a draft', findings);
	await olga.getByRole('button', { name: 'Publish' }).click();
	await olga.getByText('Published. People can register now.').waitFor();
	const places = olga.getByRole('region', { name: 'Places' });
	await places.getByText('of 3', { exact: true }).waitFor();
	await call(base, key, 'POST', `/v1/events/${event.id}/registrations`, { user_id: 'ada', email: 'ada@example.org', name: 'Ada', guests: [{ name: 'Charles' }] });
	await call(base, key, 'POST', `/v1/events/${event.id}/registrations`, { user_id: 'bob', email: 'bob@example.org', name: 'Bob', guests: [{ name: 'Eve' }], join_waitlist: true });
	await places.getByText('Free, owed to the line').waitFor();
	await check(olga, 'dashboard', findings);

	// On a phone the menu is a sheet; in it is the way to all events.
	await olga.getByRole('button', { name: /Organizers’ menu/ }).click();
	await check(olga, 'menu of organizers', findings);
	await olga.getByRole('dialog').getByRole('link', { name: 'All events' }).click();
	await olga.getByRole('heading', { name: 'Events', level: 1 }).waitFor();
	await olga.getByRole('link', { name: 'An evening of maps' }).waitFor();
	await olga.getByLabel(/Past/).check({ force: true });
	await olga.getByText('Nothing lies behind you yet.').waitFor();

	// Whoever is no member is told so.
	const nobody = await person(browser, base, findings);
	await nobody.goto('/manage');
	await nobody.getByRole('heading', { name: 'Sign in to run your events' }).waitFor();

	const state = await olga.context().storageState();
	if (thorough) {
		await pages(house, [
			['manage', '/manage'],
			['manage-event', `/manage/events/${event.id}`],
			['manage-unknown', '/manage/events/evt_000000000000']
		], state);
	}
	const now = await call(base, key, 'GET', `/v1/events/${event.id}`);
	expect(now.availability.waiting === 1, 'Bob waits');
	for (const p of [olga, nobody]) await p.context().close();
	return { state, event };
}
