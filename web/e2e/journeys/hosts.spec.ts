// The journey of a visitor who looks around: what is on, what it costs, who hosts it, and
// what else they have.

import type { Page } from '@playwright/test';
import { ahead } from '../fixtures/api';
import { withoutScript } from '../fixtures/loading';
import { askForLink, linkFor } from '../fixtures/signing-in';
import { narrowest, phone } from '../fixtures/looks';
import { expect, test, type Site } from '../fixtures/test';
import { say } from '../fixtures/texts';

test('a visitor who looks around', async ({ site }) => {
	const { call, person, mail, check, show } = site;
	const make = (title: string, days: number, more: object = {}) =>
		call('POST', '/v1/events', { title, location: 'Old Harbour', ...ahead(days, 2), timezone: 'Europe/Lisbon', capacity: 40, publish: true, ...more });
	const concert = await make('Concert under the stars', 10, {
		currency: 'EUR',
		tiers: [
			{ name: 'Standing', price: 1200 },
			{ name: 'Front row', price: 4800 }
		]
	});
	await make('Free lecture', 20);
	await make('Last year’s concert', -300);
	const host = `/hosts/${concert.organization.id}`;

	// The first screen of a phone shows an event whole, with its price.
	const page = await person({ viewport: phone });
	await page.goto('/');
	const first = page.getByRole('article').filter({ hasText: 'Concert under the stars' });
	await expect(first.getByText('from €12.00')).toBeInViewport({ ratio: 1 });
	await expect(first.getByRole('link', { name: 'Concert under the stars' })).toBeInViewport({ ratio: 1 });
	await expect(page.getByRole('article').filter({ hasText: 'Free lecture' }).getByText(say.guest('price.free'), { exact: true })).toBeVisible();
	await expect(page.getByText('Last year’s concert')).toHaveCount(0);

	// The card leads to the host, where it is by keyboard too, and to the event everywhere else.
	await first.getByRole('link', { name: /^Hosted by/ }).press('Enter');
	await expect(page).toHaveURL(new RegExp(`${host}$`));
	await expect(page.getByRole('heading', { level: 1, name: concert.organization.name })).toBeVisible();
	await expect(page.getByRole('heading', { name: say.guest('home.on') })).toBeVisible();
	const past = page.getByRole('region', { name: say.guest('host.past') });
	await expect(past.getByRole('link', { name: 'Last year’s concert' })).toBeVisible();
	await expect(past.getByText(say.guest('price.free'), { exact: true })).toHaveCount(0);
	await check(page, 'host');
	await page
		.getByRole('article')
		.filter({ hasText: 'Concert under the stars' })
		.click({ position: { x: 20, y: 20 } });
	await expect(page.getByRole('heading', { level: 1, name: 'Concert under the stars' })).toBeVisible();
	await page
		.getByRole('main')
		.getByRole('link', { name: /^Hosted by/ })
		.click();
	await expect(page.getByRole('heading', { level: 1, name: concert.organization.name })).toBeVisible();

	// Anyone who follows signs in first, sees whom they follow among what is theirs, and ends it.
	const name = concert.organization.name as string;
	await page.getByRole('link', { name: say.guest('follow.host', { name }) }).press('Enter');
	await askForLink(page, 'vera@example.org');
	await page.goto(await linkFor(mail, 'vera@example.org'));
	await page.getByRole('button', { name: say.account('signIn.confirm.button') }).click();
	const follow = page.getByRole('button', { name: say.guest('follow.host', { name }) });
	const following = page.getByRole('button', { name: say.guest('follow.followingHost', { name }), pressed: true });
	await expect(follow).toHaveAttribute('aria-pressed', 'false');
	await follow.press('Enter');
	await expect(following).toBeVisible();
	await check(page, 'host that is followed');
	await page.getByText(say.guest('subscribe'), { exact: true }).click();
	const calendar = await page.getByRole('link', { name: say.guest('subscribe.app') }).getAttribute('href');
	expect(calendar).toMatch(/^webcal:.*\/events\.ics$/);
	expect(await (await page.request.get(new URL(calendar!.replace('webcal:', 'http:')).pathname)).text()).toContain(concert.title);
	await show(page, 'host-subscribe');
	await page.goto(`/events/${concert.id}`);
	await expect(following).toBeVisible();
	await page.goto('/me');
	await expect(page.getByRole('region', { name: say.account('me.following') }).getByRole('link', { name })).toBeVisible();
	await told(page, name, site);
	// The tickets in a calendar, at an address that is shown once.
	await page.getByRole('button', { name: say.account('me.calendar.create') }).press('Enter');
	const address = await page.getByRole('textbox', { name: say.account('me.calendar.address') }).inputValue();
	const tickets = await page.request.get(new URL(address).pathname);
	expect(tickets.headers()['content-type']).toContain('text/calendar');
	await show(page, 'me-following');
	await page.getByRole('button', { name: say.account('me.calendar.end') }).press('Enter');
	await expect(page.getByRole('button', { name: say.account('me.calendar.create') })).toBeVisible();
	expect((await page.request.get(new URL(address).pathname)).status()).toBe(404);
	await page.getByRole('button', { name: say.account('me.following.endOf', { name }) }).click();
	await expect(page.getByRole('region', { name: say.account('me.following') })).toHaveCount(0);
	await page.goto(host);
	await expect(follow).toHaveAttribute('aria-pressed', 'false');

	await page.goto('/hosts/org_nobody');
	await expect(page.getByRole('heading', { name: say.core('state.missing.title') })).toBeVisible();

	// German words are longer: nothing stands beside the narrowest phone.
	const narrow = await person({ viewport: narrowest, locale: 'de-DE' });
	for (const path of ['/', host]) {
		await narrow.goto(path);
		await expect(narrow.getByRole('article').getByText('ab 12,00\u00a0€')).toBeVisible();
		expect(await narrow.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${path} is as wide as the screen`).toBe(0);
	}

	await withoutScript(site, '/', ['Concert under the stars', 'from €12.00', 'Free · 40 tickets left']);
	await withoutScript(site, host, [concert.organization.name, 'from €12.00', 'Last year’s concert']);
});

/** Whoever only follows chooses how and when they are told. */
async function told(page: Page, name: string, { check, show }: Site) {
	await page.getByRole('link', { name: say.account('me.following.how') }).press('Enter');
	const form = page.getByRole('form', { name });
	await expect(form.getByLabel(say.privacy('preferences.reminders'))).toHaveCount(0);
	await expect(form.getByLabel(say.privacy('preferences.zone')).locator('option:checked')).toHaveText(say.privacy('preferences.zone.any'));
	await form.getByLabel(say.privacy('preferences.sms')).check();
	await form.getByLabel(say.privacy('preferences.phone')).fill('+44 7700 900123');
	await form.getByRole('radio', { name: say.privacy('preferences.first.sms') }).check();
	const quiet = form.getByRole('group', { name: say.privacy('preferences.quiet') });
	await quiet.getByLabel(say.privacy('preferences.quiet.from')).fill('20:30');
	await quiet.getByLabel(say.privacy('preferences.quiet.to')).fill('09:00');
	await check(page, 'how a follower is told');
	await form.getByRole('button', { name: say.core('save') }).press('Enter');
	await expect(page.getByText(say.privacy('preferences.saved', { name }))).toBeVisible();
	await page.reload();
	await expect(quiet.getByLabel(say.privacy('preferences.quiet.from'))).toHaveValue('20:30');
	await expect(form.getByRole('radio', { name: say.privacy('preferences.first.sms') })).toBeChecked();
	await show(page, 'me-preferences-of-a-follower');
	await page.goto('/me');
}
