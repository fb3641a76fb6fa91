// The journey of an organizer: sign in, create an event, publish it, see it move,
// change its rules by their consequence, copy it, call the copy off.

import { expect, test } from '../fixtures/test';
import { signIn } from '../fixtures/signing-in';
import { say } from '../fixtures/texts';

const email = 'olga@organizers.example';

test('an organizer', async ({ site }) => {
	const { base, call, mail, person, check, visit } = site;
	await call('POST', '/v1/members', { email, name: 'Olga', role: 'organizer' });

	// Olga comes to a page of organizers without having signed in, and is brought back to it.
	const olga = await person();
	await olga.goto('/manage/events/new');
	await expect(olga.getByRole('heading', { name: say.organizer('gate.signIn.title') })).toBeVisible();
	await check(olga, 'organizers, signed out');
	await signIn(olga, mail, email);
	await expect(olga.getByRole('heading', { name: 'New event', level: 1 })).toBeVisible();

	// Two steps, and what has a default folded away; a date that has passed is told.
	await expect(olga.getByRole('heading', { name: say.organizer('form.section.what') })).toBeVisible();
	await expect(olga.getByRole('heading', { name: say.organizer('form.section.waitlist') })).toBeHidden();
	await olga.getByText(say.organizer('form.more'), { exact: false }).first().click();
	await expect(olga.getByRole('heading', { name: say.organizer('form.section.waitlist') })).toBeVisible();
	const date = await olga.getByLabel(say.organizer('form.date')).inputValue();
	await olga.getByLabel(say.organizer('form.date')).fill('2020-05-01');
	await expect(olga.getByText(say.organizer('form.past.over'))).toBeVisible();
	await olga.getByLabel(say.organizer('form.date')).fill(date);
	await expect(olga.getByText(say.organizer('form.past.over'))).toBeHidden();

	// She fills in an event. What is missing is said where it is missing.
	await olga.getByRole('button', { name: say.organizer('form.saveDraft') }).click();
	await expect(olga.getByText(say.core('field.required'))).toBeVisible();
	await expect(olga.getByLabel(say.organizer('form.title')), 'the first wrong field has the focus').toBeFocused();
	await check(olga, 'new event with errors');
	await olga.keyboard.type('An evening of maps');
	await olga.getByLabel(say.organizer('form.description')).fill('Bring **a map**.\n\n- Old ones\n- Drawn ones');
	await olga.getByLabel(say.organizer('form.location')).fill('City library');
	await olga.getByLabel(say.organizer('form.category')).selectOption({ label: say.guest('category.learning') });
	await olga.getByLabel(say.organizer('form.performers')).fill('Nina Okoye\nTrio Kompass');
	const tags = olga.getByLabel(say.organizer('form.tags'));
	await tags.fill('Maps, maps');
	const coordinates = olga.getByLabel(say.organizer('form.coordinates'));
	await coordinates.fill('by the river');
	await olga.getByLabel(say.organizer('form.capacity')).fill('3');
	await olga.getByLabel(say.organizer('form.maxGuests')).fill('9999');
	await olga.getByRole('button', { name: say.organizer('form.saveDraft') }).click();
	await expect(olga.getByText(say.core('field.out_of_range'))).toBeVisible();
	await olga.getByLabel(say.organizer('form.maxGuests')).fill('3');
	await olga.getByRole('button', { name: say.organizer('form.saveDraft') }).click();
	await expect(coordinates).toHaveAccessibleDescription(/53\.5436, 9\.9889/);
	await coordinates.fill('50.9413, 6.9583');
	await expect(tags).toHaveAttribute('aria-invalid', 'true');
	await tags.fill('Maps, Drawing');
	await olga.getByRole('button', { name: say.organizer('form.preview') }).click();
	await expect(olga.getByRole('dialog').getByText(say.organizer('form.title.example'))).toBeVisible();
	await check(olga, 'preview of an event');
	await olga
		.getByRole('dialog')
		.getByRole('button', { name: say.core('close') })
		.last()
		.click();
	await olga.getByRole('button', { name: say.organizer('form.saveDraft') }).click();
	await expect(olga.getByRole('heading', { name: say.organizer('form.title.example'), level: 1 })).toBeVisible();
	const event = { id: new URL(olga.url()).pathname.split('/').at(-1) };

	// The draft is published, and moves while she looks.
	const letters = olga.getByRole('link', { name: say.organizer('mail.mailbox.open') });
	await expect(letters).toBeVisible();
	expect(await (await fetch(base + (await letters.getAttribute('href')))).text(), 'the mailbox has what was mailed').toContain(email);
	await check(olga, 'dashboard of a draft');
	await olga.getByRole('button', { name: say.organizer('event.publish') }).click();
	await expect(olga.getByText(say.organizer('event.published'))).toBeVisible();
	const places = olga.getByRole('region', { name: 'Capacity' });
	await expect(places.getByText('of 3', { exact: true })).toBeVisible();
	const register = (user: string, guests: string[]) =>
		call('POST', `/v1/events/${event.id}/registrations`, {
			user_id: user,
			email: `${user}@example.org`,
			name: user,
			guests: guests.map((name) => ({ name })),
			join_waitlist: true
		});
	await register('ada', ['Charles']);
	await register('bob', ['Eve', 'Mallory']);
	await expect(places.getByText(say.organizer('now.available.reserved'))).toBeVisible();
	await expect(olga.getByRole('region', { name: 'Waitlist' }).getByText(say.organizer('figures.waitlist', { n: 1, places: '3 tickets' }))).toBeVisible();
	await olga.getByText(say.organizer('chart.table')).click();
	await expect(
		olga
			.getByRole('region', { name: `${say.organizer('figures.course')}: ${say.organizer('chart.table')}` })
			.getByRole('row')
			.nth(1)
			.getByRole('cell', { name: '2', exact: true })
	).toBeVisible();
	await check(olga, 'dashboard');

	// Each rule of the waitlist says what it would do to Bob's party, which waits.
	await olga.goto(`/manage/events/${event.id}/edit`);
	await expect(olga.getByText(say.organizer('told.party.gathers', { party: 3, n: 1 }))).toBeVisible();
	await register('cyd', ['Dan']);
	await olga.reload();
	await expect(olga.getByText(/would pass the first group of 3 \(time 1 of 3 at most\) and go to the group of 2 at #2/)).toBeVisible();
	await olga.getByLabel(say.organizer('form.party.strict')).check();
	await expect(olga.getByText('Right now, the next ticket would be held for the first group of 3')).toBeVisible();
	await olga.getByLabel(say.organizer('form.capacity')).fill('1');
	await expect(olga.getByText('2 tickets are already taken, one more than that.', { exact: false })).toBeVisible();
	await olga.getByLabel(say.organizer('form.capacity')).fill('');
	await expect(olga.getByText(say.organizer('form.capacity.unbounded'))).toBeVisible();
	await olga.getByLabel(say.organizer('form.capacity')).fill('4');
	await expect(olga.getByText(say.organizer('form.capacity.exchangeable', { waiting: 2, n: 1 }))).toBeVisible();
	await check(olga, 'edit event');
	await olga.getByRole('button', { name: say.organizer('form.save') }).click();
	await expect(olga.getByText(say.core('saved'), { exact: true })).toBeVisible();
	const changed = await call('GET', `/v1/events/${event.id}`);
	expect(changed.capacity, `what was changed is stored: ${JSON.stringify(changed.waitlist)}`).toBe(4);
	expect(changed.waitlist.party_policy, `what was changed is stored: ${JSON.stringify(changed.waitlist)}`).toBe('strict');

	// A code makes it cheaper.
	await olga.goto(`/manage/events/${event.id}/promo-codes`);
	await expect(olga.getByRole('heading', { name: say.promocodes('none.title') })).toBeVisible();
	await olga.getByRole('button', { name: say.promocodes('new') }).click();
	await olga.getByRole('button', { name: say.promocodes('make') }).click();
	await expect(olga.getByText(say.core('field.required'))).toBeVisible();
	await check(olga, 'new code with an error');
	await olga.getByRole('textbox', { name: say.promocodes('code') }).fill('earlybird');
	await olga.getByRole('textbox', { name: say.promocodes('percent.label') }).fill('25');
	await olga.getByRole('button', { name: say.promocodes('make') }).click();
	await expect(olga.getByRole('heading', { name: 'EARLYBIRD' })).toBeVisible();
	await expect(olga.getByText('25% off · all tickets')).toBeVisible();
	await olga.getByRole('button', { name: 'Disable EARLYBIRD' }).click();
	await expect(olga.getByRole('button', { name: 'Enable EARLYBIRD' })).toBeVisible();

	// A copy of it lies weeks ahead, and is called off again.
	await olga.goto(`/manage/events/${event.id}`);
	await olga.getByRole('link', { name: say.organizer('event.duplicate') }).click();
	await olga.getByLabel(say.organizer('form.title')).fill('Another evening of maps');
	await olga.getByRole('button', { name: say.organizer('form.publish') }).click();
	await expect(olga.getByRole('heading', { name: 'Another evening of maps', level: 1 })).toBeVisible();
	await olga.getByRole('button', { name: /Organizer menu/ }).click();
	await olga.getByRole('dialog').getByRole('link', { name: 'Edit' }).click();
	await olga.getByRole('button', { name: say.organizer('cancel.button') }).click();
	await check(olga, 'question before cancelling an event');
	await olga.getByRole('button', { name: say.organizer('cancel.yes') }).click();
	await expect(olga.getByText(say.organizer('form.cancelled'))).toBeVisible();
	await olga.goto(`/manage/events/${event.id}`);
	await expect(places).toBeVisible();

	// On a phone the menu is a sheet; in it is the way to all events.
	await olga.getByRole('button', { name: /Organizer menu/ }).click();
	await check(olga, 'menu of organizers');
	await olga
		.getByRole('dialog')
		.getByRole('link', { name: say.organizer('nav.all') })
		.click();
	await expect(olga.getByRole('heading', { name: 'Events', level: 1 })).toBeVisible();
	await expect(olga.getByRole('link', { name: say.organizer('form.title.example') })).toBeVisible();
	// The circle itself is hidden: people press what it says.
	await olga.locator('label').filter({ hasText: /Past/ }).click();
	await expect(olga.getByLabel(/Past/)).toBeChecked();
	await expect(olga.getByRole('link', { name: 'Another evening of maps' })).toBeVisible();

	// Whoever is not a member is told so.
	const nobody = await person();
	await nobody.goto('/manage');
	await expect(nobody.getByRole('heading', { name: say.organizer('gate.signIn.title') })).toBeVisible();

	await visit(
		[
			['manage', '/manage'],
			['manage-event', `/manage/events/${event.id}`],
			['manage-edit', `/manage/events/${event.id}/edit`],
			['manage-promo-codes', `/manage/events/${event.id}/promo-codes`],
			['manage-new', '/manage/events/new'],
			['manage-unknown', '/manage/events/evt_000000000000']
		],
		await olga.context().storageState()
	);
	const now = await call('GET', `/v1/events/${event.id}`);
	expect(now.availability.waiting, 'Bob and Cyd wait').toBe(2);
});
