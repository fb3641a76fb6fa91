// An event that asks for a confirmed address: what was filled in waits while
// its owner fetches the link from the mailbox.
import { ahead } from '../fixtures/api';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';

test('an address that has to be confirmed', async ({ site }) => {
	const { call, mail, person, check } = site;
	const event = await call('POST', '/v1/events', {
		title: 'Members only',
		...ahead(40, 3),
		timezone: 'Europe/Lisbon',
		capacity: 5,
		max_guests: 1,
		require_confirmed_address: true,
		publish: true
	});
	const mary = await person();
	await mary.goto(`/events/${event.id}`);
	await mary.getByLabel(say.guest('join.name')).fill('Mary Somerville');
	await mary.getByLabel(say.guest('join.email')).fill('mary@example.org');
	await mary.getByRole('button', { name: /Add a guest/ }).click();
	await mary.getByLabel(say.guest('join.guestName', { n: 1 })).fill('Ada Lovelace');
	await mary.getByRole('button', { name: say.guest('join.submit', { n: 2 }) }).click();
	const step = mary.getByRole('heading', { name: say.address('address.title') });
	await expect(step).toBeVisible();
	await expect(step, 'what comes next has the focus').toBeFocused();
	await check(mary, 'an address to confirm');
	await mary.getByRole('button', { name: say.address('address.send') }).click();
	await expect(mary.getByRole('heading', { name: say.address('address.sent.title') })).toBeVisible();
	await expect(mary.getByRole('link', { name: say.address('address.mailbox.open') }), 'it says where the mail is').toHaveAttribute('href', '/mailbox');
	await check(mary, 'a link on its way');

	// The link opens another tab of the same browser.
	const tab = await mary.context().newPage();
	await tab.goto(await mail('mary@example.org', /\/sign-in\?to=\/events\/evt_\w+#ho_[A-Za-z0-9_-]+/));
	await tab.getByRole('button', { name: say.account('signIn.confirm.button') }).click();
	await expect(tab.getByRole('heading', { name: 'Members only' })).toBeVisible();
	await expect(tab.getByLabel(say.guest('join.name')), 'the name is still there').toHaveValue('Mary Somerville');
	await expect(tab.getByLabel(say.guest('join.guestName', { n: 1 })), 'the guest is still there').toHaveValue('Ada Lovelace');
	await tab.getByRole('button', { name: say.guest('join.submit', { n: 2 }) }).click();
	await expect(tab.getByRole('heading', { name: say.guest('done.confirmed.title') })).toBeVisible();
	const { availability } = await call('GET', `/v1/events/${event.id}`);
	expect(availability.confirmed, 'two places are taken').toBe(2);
});
