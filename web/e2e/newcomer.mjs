// A newcomer with an empty installation: the link that the server printed, a
// first organization, a passkey, and the first event, on sale. By hand:
//
//   node web/e2e/newcomer.mjs --base http://localhost:8080 --key SETUP-LINK --chromium PATH [--thorough] [--screens FOLDER]
//
// --key is the link of the set-up here. The address has to be localhost or
// https: browsers have passkeys there only.
import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { accessible, expect, Findings, focused, launch, person } from './browser.mjs';
import { shooting } from './pages.mjs';
import { unseen } from './routes.mjs';

const { values: args } = parseArgs({
	options: { base: { type: 'string' }, key: { type: 'string' }, chromium: { type: 'string' }, thorough: { type: 'boolean' }, screens: { type: 'string' } }
});
const { base, key: link, screens } = args;
const findings = new Findings();
const browser = await launch(args.chromium);
const check = args.thorough ? accessible : async () => {};
const shoot = args.thorough ? shooting({ findings, screens }) : async () => {};
if (screens) mkdirSync(screens, { recursive: true });

try {
	const mae = await person(browser, base, findings);
	const devtools = await mae.context().newCDPSession(mae);
	await devtools.send('WebAuthn.enable');
	await devtools.send('WebAuthn.addVirtualAuthenticator', {
		options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true }
	});

	// Who comes without the link is told where it is.
	await mae.goto('/manage');
	await mae.getByText('Open the link that the server printed when it started.').waitFor();
	await check(mae, 'organizers, not set up', findings);
	await mae.goto(link);
	await mae.getByRole('heading', { name: 'Set Holdfast up' }).waitFor();
	await shoot(mae, 'set-up-form');
	await mae.getByRole('button', { name: 'Begin' }).click();
	expect((await mae.locator('[aria-invalid=true]').count()) === 3, 'what is missing is said at its field');
	await mae.getByLabel('Your organization').fill('Jemison Observatory');
	await mae.getByLabel('Your name').fill('Mae Jemison');
	await mae.getByLabel('Your e-mail address').fill('mae@example.org');
	await mae.getByRole('button', { name: 'Begin' }).click();

	// She is led to what comes first.
	await mae.getByRole('heading', { name: 'Welcome, Jemison Observatory' }).waitFor();
	await mae.getByText('Mail is not configured: messages stay in people’s inboxes.').waitFor();
	await check(mae, 'first steps', findings);
	await shoot(mae, 'first-steps');
	await mae.getByRole('link', { name: 'Add a passkey' }).click();
	await mae.getByRole('button', { name: 'Add a passkey' }).click();
	await mae.getByLabel('What do you call it?').fill('Laptop');
	await mae.getByRole('button', { name: 'Create passkey' }).click();
	await mae.getByRole('button', { name: 'Remove Laptop' }).waitFor();
	await mae.goto('/manage');
	await mae.getByText('Done.').waitFor();
	await mae.getByRole('link', { name: 'Create an event' }).click();
	await mae.getByRole('heading', { name: 'New event', level: 1 }).waitFor();
	await mae.getByLabel('Title').fill('A night with the telescope');
	await mae.getByLabel('Places in all').fill('20');
	await mae.getByRole('button', { name: 'Publish' }).first().click();
	await mae.getByRole('heading', { name: 'A night with the telescope', level: 1 }).waitFor();
	const id = new URL(mae.url()).pathname.split('/').at(-1);
	await mae.goto(`/manage/events/${id}/messages`);
	await mae.getByText('Mail is not configured: messages stay in people’s inboxes.').waitFor();
	await shoot(mae, 'mail-missing');

	// Anybody can register, and nobody is told to set anything up any more.
	const guest = await person(browser, base, findings);
	await guest.goto(`/events/${id}`);
	await guest.getByText('Hosted by Jemison Observatory').waitFor();
	await guest.goto(link);
	await guest.getByRole('heading', { name: 'Set Holdfast up' }).waitFor();
	await guest.getByLabel('Your organization').fill('Somebody else');
	await guest.getByLabel('Your name').fill('Somebody');
	await guest.getByLabel('Your e-mail address').fill('else@example.org');
	await guest.getByRole('button', { name: 'Begin' }).click();
	await guest.getByRole('alert').waitFor();
	await mae.goto('/manage');
	await mae.getByRole('link', { name: /A night with the telescope/ }).waitFor();

	// Nobody is told to wait for a mail that cannot come: who signs in, and who has to confirm an address.
	await guest.goto('/sign-in');
	await guest.getByLabel('Your e-mail address').fill('guest@example.org');
	await guest.getByRole('button', { name: 'Send me a link' }).click();
	const none = guest.getByRole('heading', { name: 'This server sends no mail' });
	await none.waitFor();
	await focused(none, 'what comes next has the focus');
	await guest.getByText('--local-mailbox').waitFor();
	expect((await guest.getByText('Look into your mail').count()) === 0, 'and nothing else is said');
	await shoot(guest, 'sign-in-no-mail');
	const gretel = await person(browser, base, findings, { locale: 'de-DE' });
	await gretel.goto('/sign-in');
	await gretel.getByLabel('Deine E-Mail-Adresse').fill('gretel@example.org');
	await gretel.getByRole('button', { name: 'Link schicken' }).click();
	await gretel.getByRole('heading', { name: 'Dieser Server verschickt keine Mail' }).waitFor();
	await check(gretel, 'no mail, in German', findings);
	const closed = await mae.evaluate(async () => {
		const starts = Date.now() + 40 * 86_400_000;
		const body = { title: 'Members only', starts_at: new Date(starts), ends_at: new Date(starts + 7_200_000), timezone: 'Europe/Lisbon', capacity: 5, require_confirmed_address: true, publish: true };
		const answer = await fetch('/v1/events', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
		return (await answer.json()).id;
	});
	await guest.goto(`/events/${closed}`);
	await guest.getByLabel('Your name').fill('Guest');
	await guest.getByLabel('E-mail').fill('guest@example.org');
	await guest.getByRole('button', { name: 'Register', exact: true }).click();
	await guest.getByRole('button', { name: 'Send me the link' }).click();
	await guest.getByRole('heading', { name: 'This server sends no mail' }).waitFor();
	await check(guest, 'an address that cannot be confirmed', findings);
	if (args.thorough) unseen(findings, 'newcomer');
	console.log('a newcomer: done');
} catch (failure) {
	findings.add(failure.stack);
} finally {
	await browser.close();
}
for (const f of findings.list) console.error(f);
process.exitCode = findings.list.length ? 1 : 0;
