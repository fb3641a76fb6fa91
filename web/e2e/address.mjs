// An event that asks for a confirmed address: what was filled in waits while
// its owner fetches the link from the mailbox.
import { accessible, call, expect, focused, mail, person } from './browser.mjs';

export async function address({ browser, base, key, findings, thorough }) {
	const starts = new Date(Date.now() + 40 * 86_400_000);
	const event = await call(base, key, 'POST', '/v1/events', {
		title: 'Members only',
		starts_at: starts.toISOString(),
		ends_at: new Date(starts.getTime() + 3 * 3_600_000).toISOString(),
		timezone: 'Europe/Lisbon',
		capacity: 5,
		max_guests: 1,
		require_confirmed_address: true,
		publish: true
	});
	const check = thorough ? accessible : async () => {};
	const mary = await person(browser, base, findings);
	await mary.goto(`/events/${event.id}`);
	await mary.getByLabel('Your name').fill('Mary Somerville');
	await mary.getByLabel('E-mail').fill('mary@example.org');
	await mary.getByRole('button', { name: /Add a guest/ }).click();
	await mary.getByLabel('Name of guest 1').fill('Ada Lovelace');
	await mary.getByRole('button', { name: 'Register 2 people' }).click();
	const step = mary.getByRole('heading', { name: 'One more step' });
	await step.waitFor();
	await focused(step, 'what comes next has the focus');
	await check(mary, 'an address to confirm', findings);
	await mary.getByRole('button', { name: 'Send me the link' }).click();
	await mary.getByRole('heading', { name: 'Look at your mail' }).waitFor();
	expect((await mary.getByRole('link', { name: 'Open the mailbox' }).getAttribute('href')) === '/mailbox', 'it says where the mail is');
	await check(mary, 'a link on its way', findings);

	// The link opens another tab of the same browser.
	const tab = await mary.context().newPage();
	await tab.goto(await mail(base, 'mary@example.org', /\/sign-in\?to=\/events\/evt_\w+#ho_[A-Za-z0-9_-]+/));
	await tab.getByRole('button', { name: 'Sign me in' }).click();
	await tab.getByRole('heading', { name: 'Members only' }).waitFor();
	expect((await tab.getByLabel('Your name').inputValue()) === 'Mary Somerville', 'the name is still there');
	expect((await tab.getByLabel('Name of guest 1').inputValue()) === 'Ada Lovelace', 'the guest is still there');
	await tab.getByRole('button', { name: 'Register 2 people' }).click();
	await tab.getByRole('heading', { name: 'You are in!' }).waitFor();
	const { availability } = await call(base, key, 'GET', `/v1/events/${event.id}`);
	expect(availability.confirmed === 2, 'two places are taken');
	await mary.context().close();
}
