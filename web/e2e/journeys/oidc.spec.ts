// The journeys of members who sign in with the accounts of their organization: invited or not,
// linked and unlinked, made a duty, and with the provider away.
import type { Page } from '@playwright/test';
import { narrowest } from '../fixtures/looks';
import { expect, test, type Site } from '../fixtures/test';
import { say } from '../fixtures/texts';
import { signedIn } from '../fixtures/signing-in';

test.use({ serverOptions: { provider: true } });

const name = 'Keycloak';
const olga = { subject: 'f3-olga', email: 'olga@example.org', verified: true };

/** Goes to the provider from the page of signing in. */
async function leave(page: Page) {
	await page.getByRole('button', { name: say.account('signIn.oidc', { name }) }).click();
	await expect(page.getByRole('heading', { name: 'Staff accounts' })).toBeVisible();
}

/** Signs in as somebody whom the provider knows. */
async function as(page: Page, email: string) {
	await leave(page);
	await page.getByRole('button', { name: email }).click();
}

async function failed(page: Page, text: string) {
	const heading = page.getByRole('heading', { name: say.account('signIn.oidc.failed.title') });
	await expect(heading).toBeVisible();
	await expect(heading, 'what comes next has the focus').toBeFocused();
	await expect(page.getByRole('alert')).toContainText(text);
	expect(new URL(page.url()).search, 'nothing of the sign-in stays in the address').toBe('');
}

/** Somebody whose browser may go to the provider. */
const member = ({ person, server }: Site, more = {}) => person({ also: new URL(server.provider!.issuer).host, ...more });

test('a member at the provider', async ({ site }) => {
	const { call, check, show } = site;
	const provider = site.server.provider!;
	provider.people.push(olga, { subject: 'f3-eve', email: 'eve@example.org', verified: true }, { subject: 'f3-una', email: 'una@example.org', verified: false });
	await call('POST', '/v1/members', { email: olga.email, name: 'Olga', role: 'owner' });
	await call('POST', '/v1/members', { email: 'una@example.org', name: 'Una', role: 'viewer' });

	// She comes for her members, by keyboard, and is led there.
	const page = await member(site, { viewport: narrowest });
	await page.goto('/sign-in?to=/manage/members');
	await expect(page.getByText(say.account('signIn.oidc.members'))).toBeVisible();
	await show(page, 'sign-in-with-provider');
	await as(page, olga.email);
	await expect(page.getByRole('heading', { name: say.backoffice('members.title'), level: 1 })).toBeVisible();
	const { session } = await page.evaluate(() => fetch('/v1/me').then((r) => r.json()));
	expect(session.method).toBe('oidc');

	// She says no, is nobody's member, or has an address that is not proven: it is said, and nothing happens.
	const eve = await member(site);
	await eve.goto('/sign-in');
	await leave(eve);
	await eve.getByRole('button', { name: 'Cancel' }).click();
	await failed(eve, say.refusals('problem.oidc_denied'));
	await show(eve, 'sign-in-oidc');
	await eve.getByRole('link', { name: say.account('signIn.oidc.failed.button') }).click();
	await as(eve, 'eve@example.org');
	await failed(eve, say.refusals('problem.oidc_not_member'));
	await eve.goto('/sign-in/oidc?state=made-up&code=made-up');
	await failed(eve, say.refusals('problem.oidc_state_invalid'));
	await eve.goto('/sign-in');
	await as(eve, 'una@example.org');
	await failed(eve, say.refusals('problem.oidc_email_unverified'));

	// She makes it a duty: who comes by mail is told so, and comes in with the provider.
	await page.goto('/manage/members');
	await page.getByLabel(say.backoffice('members.oidc.require', { name })).check();
	await expect(page.getByText(say.backoffice('members.oidc.on', { name }))).toBeVisible();
	await expect(page.getByLabel(say.backoffice('members.passkeys.require'))).toBeDisabled();
	await show(page, 'members-oidc');
	const byMail = await member(site, { storageState: await signedIn(site, olga.email) });
	await byMail.goto('/manage');
	await expect(byMail.getByRole('heading', { name: say.organizer('gate.oidc.title', { name }) })).toBeVisible();
	await show(byMail, 'gate-oidc');
	await byMail.goto('/door');
	await expect(byMail.getByText(say.door('oidc.title'))).toBeVisible();
	await check(byMail, 'door, to sign in with the provider');
	await byMail.goto('/manage');
	await byMail.getByRole('link', { name: say.organizer('gate.oidc.title', { name }) }).click();
	await as(byMail, olga.email);
	await expect(byMail.getByRole('heading', { name: say.organizer('gate.oidc.title', { name }) })).toHaveCount(0);
	await page.goto('/manage/members');
	await page.getByLabel(say.backoffice('members.oidc.require', { name })).uncheck();
	await expect(page.getByText(say.backoffice('members.oidc.off'))).toBeVisible();

	// Her settings name the link. She takes it away, and is signed out where it had signed her in.
	await page.goto('/me/settings');
	await expect(page.getByRole('heading', { name: say.account('settings.oidc') })).toBeVisible();
	await show(page, 'settings-oidc');
	await page.getByRole('button', { name: `${say.account('settings.oidc.remove')} ${name}` }).click();
	await check(page, 'unlinking the provider');
	await page
		.getByRole('dialog')
		.getByRole('button', { name: say.account('settings.oidc.remove') })
		.click();
	await expect(page.getByRole('navigation').getByRole('link', { name: say.account('signIn.title') })).toBeVisible();

	// The provider is away: she is told, and another way is open.
	provider.away = true;
	const late = await member(site);
	await late.goto('/sign-in');
	await leaveUnless(late);
	provider.away = false;
});

/** The provider knows of itself for an hour, so a browser is sent there; what it then meets is the provider's own page. */
async function leaveUnless(page: Page) {
	const answer = page.waitForResponse((r) => r.url().endsWith('/authorize') || r.url().includes('/authorize?'));
	await page.getByRole('button', { name: say.account('signIn.oidc', { name }) }).click();
	expect((await answer).status()).toBe(503);
	await expect(page.getByText('away', { exact: true }), 'the browser is there').toBeVisible();
	await page.goBack();
	await expect(page.getByRole('button', { name: say.account('signIn.send') })).toBeVisible();
}

test('in German, with the provider away from the start', async ({ site }) => {
	site.server.provider!.away = true;
	const gretel = await member(site, { locale: 'de-DE' });
	await gretel.goto('/sign-in');
	await gretel.getByRole('button', { name: 'Mit Keycloak anmelden' }).click();
	await expect(gretel.getByText('Der Anbieter ist gerade nicht erreichbar.')).toBeVisible();
	await site.check(gretel, 'the provider is away, in German');
});
