// Somebody who is signed in: passkeys with an authenticator that the browser
// makes up, how one is reached, what is stored, and being erased.
import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { ahead, type Call } from '../fixtures/api';
import { authenticator } from '../fixtures/people';
import { askForLink, linkFor } from '../fixtures/signing-in';
import { expect, test, type Site } from '../fixtures/test';
import { say } from '../fixtures/texts';

test.use({ serverOptions: { host: 'localhost' } });

const email = 'joan@example.org';

test('privacy', async ({ site }) => {
	const { call, person, visit } = site;
	const held = await event(call, 'Harbour concert', 5);
	const waits = await event(call, 'Small room', 1);
	await call('POST', `/v1/events/${held.id}/registrations`, guest('joan', ['Hedy']));
	await call('POST', `/v1/events/${waits.id}/registrations`, guest('other'));
	await call('POST', `/v1/events/${waits.id}/registrations`, guest('joan'));
	const joan = await person();
	const passkey = await authenticator(joan);
	await signIn(site, joan);
	await passkeys(site, joan);
	await refused(joan, passkey);
	await visit(
		[
			['settings', '/me/settings'],
			['preferences', '/me/preferences'],
			['privacy', '/me/privacy']
		],
		await joan.context().storageState()
	);
	await visit([['sign-in', '/sign-in']]);
	await endLinks(site, joan);
	await removed(site, joan);
	await preferences(site, joan);
	await download(joan);
	await erase(site, joan, [held, waits]);
});

const event = (call: Call, title: string, capacity: number) =>
	call('POST', '/v1/events', {
		title,
		...ahead(40, 3),
		timezone: 'Europe/Lisbon',
		capacity,
		max_guests: 3,
		publish: true
	});

const guest = (name: string, guests: string[] = []) => ({
	user_id: name,
	email: `${name}@example.org`,
	name,
	guests: guests.map((g) => ({ name: g })),
	join_waitlist: true
});

/** Signs Joan in on the page of signing in. */
async function signIn({ mail }: Site, joan: Page) {
	await joan.goto('/sign-in');
	await askForLink(joan, email);
	const link = await linkFor(mail, email);
	await joan.goto('about:blank'); // another # alone is not another page
	await joan.goto(link);
	await joan.getByRole('button', { name: say.account('signIn.confirm.button') }).click();
	await expect(joan.getByRole('heading', { name: say.account('me.title') })).toBeVisible();
}

/** Makes a passkey, and signs in with it. */
async function passkeys({ check }: Site, joan: Page) {
	await joan.goto('/me/settings');
	await expect(joan.getByText(say.privacy('passkeys.none'))).toBeVisible();
	await joan.getByRole('button', { name: say.privacy('passkeys.add') }).click();
	await joan.getByLabel(say.privacy('passkeys.name')).fill('Phone');
	await check(joan, 'a new passkey');
	await joan.getByRole('button', { name: say.privacy('passkeys.create') }).click();
	await expect(joan.getByRole('button', { name: 'Remove Phone' })).toBeVisible();

	// Out, and in again without mail.
	await joan.getByRole('button', { name: say.account('settings.signOut'), exact: true }).click();
	await expect(joan.getByRole('navigation').getByRole('link', { name: say.account('signIn.title') })).toBeVisible();
	await joan.goto('/sign-in?to=/me/settings');
	await joan.getByRole('button', { name: say.privacy('passkeys.signIn') }).click();
	await expect(joan.getByRole('heading', { name: say.account('settings.title') })).toBeVisible();
	await expect(joan.getByText(/Last used/).first()).toBeVisible();
	const { kind, session } = await joan.evaluate(() => fetch('/v1/me').then((r) => r.json()));
	expect(kind, 'signed in with the passkey').toBe('person');
	expect(session.method, 'signed in with the passkey').toBe('passkey');
}

/** The device says no: nothing breaks, and the page says what to do. */
async function refused(joan: Page, { devtools, authenticatorId }: Awaited<ReturnType<typeof authenticator>>) {
	await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
	await joan.getByRole('button', { name: say.privacy('passkeys.add') }).click();
	await joan.getByRole('button', { name: say.privacy('passkeys.create') }).click();
	await expect(joan.getByText(/didn’t confirm|already has a passkey for your account/)).toBeVisible();
	await joan.keyboard.press('Escape');
	await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
}

/** Ends the links that were mailed: whoever finds one cannot open it any more. */
async function endLinks({ mail, person }: Site, joan: Page) {
	const link = await mail(email, /\/r\/hl_[A-Za-z0-9_-]+/);
	const finder = await person();
	await finder.goto(link);
	await expect(finder.getByRole('heading', { name: say.guest('order.confirmed') })).toBeVisible();
	await joan.goto('/me/settings');
	await joan.getByRole('button', { name: say.account('settings.links.end') }).click();
	await expect(joan.getByText(say.account('settings.links.ended'))).toBeVisible();
	await finder.reload();
	await expect(finder.getByRole('heading', { name: say.core('state.link.title') })).toBeVisible();
}

/** Removes the passkey. */
async function removed({ check }: Site, joan: Page) {
	await joan.goto('/me/settings');
	await joan.getByRole('button', { name: 'Remove Phone' }).click();
	await check(joan, 'removing a passkey');
	await joan
		.getByRole('dialog')
		.getByRole('button', { name: say.privacy('passkeys.remove') })
		.click();
	await expect(joan.getByText(say.privacy('passkeys.none'))).toBeVisible();
}

/** Says how to be reached. */
async function preferences({ check }: Site, joan: Page) {
	await joan.goto('/me/settings');
	await joan.getByRole('link', { name: /Notifications/ }).click();
	await joan.getByLabel(say.privacy('preferences.sms')).check();
	await joan.getByRole('button', { name: say.core('save') }).click();
	await expect(joan.getByText(say.privacy('preferences.phone.needed'))).toBeVisible();
	await joan.getByLabel(say.privacy('preferences.phone')).fill('12');
	await joan.getByRole('button', { name: say.core('save') }).click();
	await expect(joan.getByText('Please check the format.')).toBeVisible();
	await check(joan, 'a number that is none');
	await joan.getByLabel(say.privacy('preferences.phone')).fill('+44 7700 900123');
	await joan.getByLabel(say.privacy('preferences.reminders')).uncheck();
	await joan.getByRole('radio', { name: say.privacy('preferences.first.sms') }).check();
	await joan.getByLabel(say.privacy('preferences.zone')).selectOption('Pacific/Auckland');
	const quiet = joan.getByRole('group', { name: say.privacy('preferences.quiet') });
	await quiet.getByLabel(say.privacy('preferences.quiet.from')).fill('20:30');
	await joan.getByRole('button', { name: say.core('save') }).click();
	await expect(joan.getByText(say.privacy('preferences.quiet.both'))).toBeVisible();
	await quiet.getByLabel(say.privacy('preferences.quiet.to')).fill('09:00');
	await joan.getByRole('button', { name: say.core('save') }).click();
	await expect(joan.getByText(/^Saved for/).first()).toBeVisible();
	await joan.reload();
	await expect(quiet.getByLabel(say.privacy('preferences.quiet.from')), 'the quiet hours are kept').toHaveValue('20:30');
	await expect(joan.getByLabel(say.privacy('preferences.zone')), 'the zone is kept').toHaveValue('Pacific/Auckland');
	await expect(joan.getByLabel(say.privacy('preferences.reminders')), 'no reminders are kept').not.toBeChecked();
	await expect(joan.getByRole('radio', { name: say.privacy('preferences.first.sms') }), 'what is tried first is kept').toBeChecked();
	await expect(joan.getByLabel(say.privacy('preferences.phone')), 'the number is kept').toHaveValue(/^\+44 ?7700 ?900 ?123$/);
}

/** Takes what is stored. */
async function download(joan: Page) {
	await joan.goto('/me/privacy');
	const [file] = await Promise.all([joan.waitForEvent('download'), joan.getByRole('button', { name: say.privacy('privacy.download.button') }).click()]);
	expect(file.suggestedFilename(), 'the file has a name').toBe('my-data.json');
	const data = JSON.parse(readFileSync(await file.path(), 'utf8'));
	expect(data.account.email, 'the file has what is hers').toBe('joan@example.org');
	expect(data.events.length, 'the file has what is hers').toBe(2);
	expect(JSON.stringify(data), 'and nothing of others').toContain('Hedy');
	expect(JSON.stringify(data), 'and nothing of others').not.toContain('other@example.org');
}

/** Is erased. */
async function erase({ call, check, looking }: Site, joan: Page, events: { id: string; title: string }[]) {
	await joan.getByRole('button', { name: say.privacy('privacy.erase.button') }).click();
	await expect(joan.getByText(say.privacy('privacy.erase.registration', { title: 'Harbour concert', n: 2 }))).toBeVisible();
	await expect(joan.getByText(say.privacy('privacy.erase.waitlist', { title: 'Small room' }))).toBeVisible();
	await check(joan, 'what being erased would end');
	await looking.picture(joan, 'privacy-erase');
	await joan.getByLabel(say.privacy('privacy.erase.email')).fill('other@example.org');
	await joan.getByRole('button', { name: say.privacy('privacy.erase.confirm') }).click();
	await expect(joan.getByText(say.privacy('privacy.erase.mismatch'))).toBeVisible();
	await joan.getByLabel(say.privacy('privacy.erase.email')).fill('joan@example.org');
	await joan.getByRole('button', { name: say.privacy('privacy.erase.confirm') }).click();
	const gone = joan.getByRole('heading', { name: say.privacy('privacy.erased.title') });
	await expect(gone).toBeVisible();
	await expect(gone, 'what comes next has the focus').toBeFocused();
	await check(joan, 'erased');
	await joan.getByRole('link', { name: say.privacy('privacy.erased.button') }).click();
	await expect(joan.getByRole('navigation').getByRole('link', { name: say.account('signIn.title') })).toBeVisible();
	for (const e of events) {
		const { items } = await call('GET', `/v1/events/${e.id}/registrations?status=confirmed`);
		expect(JSON.stringify(items), `nothing of her is at ${e.title}`).not.toContain('joan');
	}
}
