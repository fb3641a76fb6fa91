// Somebody who is signed in: passkeys with an authenticator that the browser
// makes up, how one is reached, what is stored, and being erased. By hand:
//
//   node web/e2e/privacy.mjs --base http://localhost:8080 --key hf_… --chromium PATH [--thorough] [--screens FOLDER]
//
// The address has to be localhost or https: browsers have passkeys there only.
import { mkdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { accessible, call, expect, Findings, focused, launch, mail, person } from './browser.mjs';
import { pages } from './pages.mjs';
import { unseen } from './routes.mjs';

const { values: args } = parseArgs({
	options: { base: { type: 'string' }, key: { type: 'string' }, chromium: { type: 'string' }, thorough: { type: 'boolean' }, screens: { type: 'string' } }
});
const { base, key, screens } = args;
const findings = new Findings();
const browser = await launch(args.chromium);
const house = { browser, base, findings, screens };
const check = args.thorough ? accessible : async () => {};
if (screens) mkdirSync(screens, { recursive: true });

async function event(title, capacity) {
	const starts = new Date(Date.now() + 40 * 86_400_000);
	return call(base, key, 'POST', '/v1/events', {
		title,
		starts_at: starts.toISOString(),
		ends_at: new Date(starts.getTime() + 3 * 3_600_000).toISOString(),
		timezone: 'Europe/Lisbon',
		capacity,
		max_guests: 3,
		publish: true
	});
}

const guest = (name, guests = []) => ({ user_id: name, email: `${name}@example.org`, name, guests: guests.map((g) => ({ name: g })), join_waitlist: true });

async function signIn(who) {
	await who.goto('/sign-in');
	await who.getByLabel('Your e-mail address').fill('joan@example.org');
	await who.getByRole('button', { name: 'Send me a link' }).click();
	await who.getByRole('heading', { name: 'Look into your mail' }).waitFor();
	const link = await mail(base, 'joan@example.org', /\/sign-in#ho_[A-Za-z0-9_-]+/);
	await who.goto('about:blank'); // another # alone is not another page
	await who.goto(link);
	await who.getByRole('button', { name: 'Sign me in' }).click();
	await who.getByRole('heading', { name: 'My tickets' }).waitFor();
}

async function passkeys(joan) {
	await joan.goto('/me/settings');
	await joan.getByText('No passkey yet.').waitFor();
	await joan.getByRole('button', { name: 'Add a passkey' }).click();
	await joan.getByLabel('What do you call it?').fill('Phone');
	await check(joan, 'a new passkey', findings);
	await joan.getByRole('button', { name: 'Create passkey' }).click();
	await joan.getByRole('button', { name: 'Remove Phone' }).waitFor();

	// Out, and in again without mail.
	await joan.getByRole('button', { name: 'Sign out', exact: true }).click();
	await joan.getByRole('navigation').getByRole('link', { name: 'Sign in' }).waitFor();
	await joan.goto('/sign-in?to=/me/settings');
	await joan.getByRole('button', { name: 'Sign in with a passkey' }).click();
	await joan.getByRole('heading', { name: 'Settings' }).waitFor();
	await joan.getByText(/Last used/).first().waitFor();
	const { kind, session } = await joan.evaluate(() => fetch('/v1/me').then((r) => r.json()));
	expect(kind === 'person' && session.method === 'passkey', 'signed in with the passkey');
}

/** The device says no: nothing breaks, and the page says what to do. */
async function refused(joan, devtools, authenticatorId) {
	await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
	await joan.getByRole('button', { name: 'Add a passkey' }).click();
	await joan.getByRole('button', { name: 'Create passkey' }).click();
	await joan.getByText(/did not confirm|has a passkey for your account already/).waitFor();
	await joan.keyboard.press('Escape');
	await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
}

async function removed(joan) {
	await joan.goto('/me/settings');
	await joan.getByRole('button', { name: 'Remove Phone' }).click();
	await check(joan, 'removing a passkey', findings);
	await joan.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
	await joan.getByText('No passkey yet.').waitFor();
}

async function preferences(joan) {
	await joan.goto('/me/settings');
	await joan.getByRole('link', { name: /How we reach you/ }).click();
	await joan.getByLabel('Text me when it is urgent').check();
	await joan.getByRole('button', { name: 'Save' }).click();
	await joan.getByText('Please enter the number that we may text.').waitFor();
	await joan.getByLabel('Mobile number').fill('12');
	await joan.getByRole('button', { name: 'Save' }).click();
	await joan.getByText('This does not look right.').waitFor();
	await check(joan, 'a number that is none', findings);
	await joan.getByLabel('Mobile number').fill('+44 7700 900123');
	await joan.getByLabel('Remind me of what I have registered for').uncheck();
	await joan.getByRole('radio', { name: 'Text message' }).check();
	await joan.getByLabel('Your time zone').selectOption('Pacific/Auckland');
	await joan.getByRole('button', { name: 'Save' }).click();
	await joan.getByText(/^Saved for/).first().waitFor();
	await joan.reload();
	expect((await joan.getByLabel('Your time zone').inputValue()) === 'Pacific/Auckland', 'the zone is kept');
	expect(!(await joan.getByLabel('Remind me of what I have registered for').isChecked()), 'no reminders are kept');
	expect(await joan.getByRole('radio', { name: 'Text message' }).isChecked(), 'what is tried first is kept');
	expect((await joan.getByLabel('Mobile number').inputValue()).replaceAll(' ', '') === '+447700900123', 'the number is kept');
}

async function download(joan) {
	await joan.goto('/me/privacy');
	const [file] = await Promise.all([joan.waitForEvent('download'), joan.getByRole('button', { name: 'Download my data' }).click()]);
	expect(file.suggestedFilename() === 'my-data.json', 'the file has a name');
	const data = JSON.parse(readFileSync(await file.path(), 'utf8'));
	expect(data.account.email === 'joan@example.org' && data.events.length === 2, 'the file has what is hers');
	expect(JSON.stringify(data).includes('Hedy') && !JSON.stringify(data).includes('other@example.org'), 'and nothing of others');
}

async function erase(joan, held, waits) {
	await joan.getByRole('button', { name: 'Erase my data' }).click();
	await joan.getByText('Harbour concert: your 2 tickets').waitFor();
	await joan.getByText('Small room: your place in line').waitFor();
	await check(joan, 'what being erased would end', findings);
	if (screens) await joan.screenshot({ path: `${screens}/privacy-erase-390-light.png` });
	await joan.getByLabel('Your e-mail address').fill('other@example.org');
	await joan.getByRole('button', { name: 'Erase everything' }).click();
	await joan.getByText('That is not the address of this account.').waitFor();
	await joan.getByLabel('Your e-mail address').fill('joan@example.org');
	await joan.getByRole('button', { name: 'Erase everything' }).click();
	const gone = joan.getByRole('heading', { name: 'It is all gone' });
	await gone.waitFor();
	await focused(gone, 'what comes next has the focus');
	await check(joan, 'erased', findings);
	await joan.getByRole('link', { name: 'To the start page' }).click();
	await joan.getByRole('navigation').getByRole('link', { name: 'Sign in' }).waitFor();
	for (const e of [held, waits]) {
		const { items } = await call(base, key, 'GET', `/v1/events/${e.id}/registrations?status=confirmed`);
		expect(!JSON.stringify(items).includes('joan'), `nothing of her is at ${e.title}`);
	}
}

try {
	const held = await event('Harbour concert', 5);
	const waits = await event('Small room', 1);
	await call(base, key, 'POST', `/v1/events/${held.id}/registrations`, guest('joan', ['Hedy']));
	await call(base, key, 'POST', `/v1/events/${waits.id}/registrations`, guest('other'));
	await call(base, key, 'POST', `/v1/events/${waits.id}/registrations`, guest('joan'));
	const joan = await person(browser, base, findings);
	const devtools = await joan.context().newCDPSession(joan);
	await devtools.send('WebAuthn.enable');
	const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
		options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true }
	});
	await signIn(joan);
	await passkeys(joan);
	await refused(joan, devtools, authenticatorId);
	console.log('passkeys: done');
	if (args.thorough) {
		const state = await joan.context().storageState();
		await pages(house, [
			['settings', '/me/settings'],
			['preferences', '/me/preferences'],
			['privacy', '/me/privacy']
		], state);
		await pages(house, [['sign-in', '/sign-in']]);
		unseen(findings, 'privacy');
	}
	await removed(joan);
	await preferences(joan);
	console.log('preferences: done');
	await download(joan);
	await erase(joan, held, waits);
	console.log('what is stored, and being erased: done');
	await joan.context().close();
} catch (failure) {
	findings.add(failure.stack);
} finally {
	await browser.close();
}
for (const f of findings.list) console.error(f);
process.exitCode = findings.list.length ? 1 : 0;
