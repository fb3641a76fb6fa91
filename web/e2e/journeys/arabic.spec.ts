// The journey of a guest who reads Arabic, from right to left: the page of an event online, a
// guest without a name, the registration, the mail, the ticket with the way in; and what becomes
// of it when the organizer postpones the event and gives it another date.
import type { Page } from '@playwright/test';
import { ahead } from '../fixtures/api';
import { narrowest } from '../fixtures/looks';
import { member } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';
import guest from '../../src/lib/translations/guest.ar';

const link = 'https://meet.example/lantern-walk?pwd=1';

/** What every page has to be: in Arabic, from the right, and no wider than the phone. */
async function mirrored(page: Page) {
	expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir, document.documentElement.scrollWidth - innerWidth])).toEqual([
		'ar',
		'rtl',
		0
	]);
}

test('in Arabic, and postponed', async ({ site }) => {
	const { call, check, mail, person, show } = site;
	const event = await call('POST', '/v1/events', {
		title: 'Lantern walk',
		...ahead(30, 3),
		timezone: 'Europe/Lisbon',
		capacity: 5,
		max_guests: 2,
		guest_names: 'none',
		online_url: link,
		publish: true
	});
	const address = `/events/${event.id}`;

	const layla = await person({ viewport: narrowest, locale: 'ar' });
	await layla.goto(address);
	await expect(layla.getByRole('heading', { name: guest['join.title'] })).toBeVisible();
	await expect(layla.getByText(guest['event.onlineNote'])).toBeVisible();
	expect(await layla.content(), 'strangers are not told where it is').not.toContain('meet.example');
	await mirrored(layla);
	await layla.getByLabel(guest['join.name']).fill('ليلى');
	await layla.getByLabel(guest['join.email']).fill('layla@example.org');
	await layla.getByRole('button', { name: guest['join.addGuest'] }).click();
	await expect(layla.getByText(guest['join.guest'].replace('{n}', '١')).or(layla.getByText(guest['join.guest'].replace('{n}', '1')))).toBeVisible();
	await mirrored(layla);
	await check(layla, 'registering in Arabic');
	await layla.locator('form button[type=submit]').click();
	await expect(layla.getByRole('heading', { name: guest['done.confirmed.title'] })).toBeVisible();
	await mirrored(layla);
	await show(layla, 'registered-arabic');

	// The mail leads to the ticket, which has the way in.
	const ticket = (await mail('layla@example.org', /\/r\/hl_[A-Za-z0-9_-]+/)).replace(/^[^]*\/r\//, '/r/');
	await layla.goto(ticket);
	await expect(layla.getByRole('link', { name: guest['ticket.join'] }).first()).toHaveAttribute('href', link);
	await mirrored(layla);
	await check(layla, 'a ticket in Arabic');

	// The organizer postpones it.
	const olga = await person({ storageState: await member(site, 'olga.later@example.org', 'Olga', 'owner') });
	await olga.goto(`/manage/events/${event.id}/edit`);
	await olga.getByRole('button', { name: say.desk('postpone.button') }).click();
	await show(olga, 'manage-postpone');
	await olga.getByRole('button', { name: say.desk('postpone.yes') }).click();
	await expect(olga.getByRole('heading', { name: say.desk('postpone.is') })).toBeVisible();
	await show(olga, 'manage-postponed');

	await layla.goto(address);
	await expect(layla.getByText(guest['event.postponedText'])).toBeVisible();
	await expect(layla.getByText(guest['event.openDate'])).toBeVisible();
	expect(await layla.getByLabel(guest['join.name']).count(), 'nobody registers').toBe(0);
	await mirrored(layla);
	await show(layla, 'event-postponed');
	await layla.goto(ticket);
	await expect(layla.getByRole('link', { name: guest['ticket.join'] }).first()).toBeVisible();
	await mirrored(layla);
	await check(layla, 'a ticket of a postponed event in Arabic');

	// It has a date again.
	const date = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10);
	await olga.getByLabel(say.desk('postpone.date')).fill(date);
	await olga.getByRole('button', { name: say.desk('postpone.set') }).click();
	await expect(olga.getByRole('heading', { name: say.desk('postpone.is') })).toBeHidden();
	expect((await call('GET', `/v1/events/${event.id}`)).status).toBe('published');
	await layla.goto(address);
	await expect(layla.getByRole('heading', { name: guest['join.title'] })).toBeVisible();
});
