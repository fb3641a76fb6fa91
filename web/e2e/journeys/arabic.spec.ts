// The journey of a guest who reads Arabic, from right to left: the page of an event online, a
// guest without a name, the registration, the mail, the ticket with the way in; and what becomes
// of it when the organizer postpones the event and gives it another date.
import type { Page } from '@playwright/test';
import { ahead } from '../fixtures/api';
import { settled } from '../fixtures/axe';
import { narrowest } from '../fixtures/looks';
import { member } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';
import { hall } from './halls';
import guestTexts from '../../src/lib/translations/guest.json' with { type: 'json' };

const link = 'https://meet.example/lantern-walk?pwd=1';

/** What every page has to be: in Arabic, from the right, and no wider than the phone. */
async function mirrored(page: Page) {
	const written = () => page.evaluate(() => [document.documentElement.lang, document.documentElement.dir, document.documentElement.scrollWidth - innerWidth]);
	await expect.poll(written).toEqual(['ar', 'rtl', 0]);
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
	await expect(layla.getByRole('heading', { name: guestTexts['join.title'].ar })).toBeVisible();
	await expect(layla.getByText(guestTexts['event.onlineNote'].ar)).toBeVisible();
	expect(await layla.content(), 'strangers are not told where it is').not.toContain('meet.example');
	await mirrored(layla);
	await layla.getByLabel(guestTexts['join.name'].ar).fill('ليلى');
	await layla.getByLabel(guestTexts['join.email'].ar).fill('layla@example.org');
	await layla.getByRole('button', { name: guestTexts['join.addGuest'].ar }).click();
	await expect(
		layla.getByText(guestTexts['join.guest'].ar.replace('{n}', '١')).or(layla.getByText(guestTexts['join.guest'].ar.replace('{n}', '1')))
	).toBeVisible();
	await mirrored(layla);
	await check(layla, 'registering in Arabic');
	await layla.locator('form button[type=submit]').click();
	await expect(layla.getByRole('heading', { name: guestTexts['done.confirmed.title'].ar })).toBeVisible();
	await mirrored(layla);
	await show(layla, 'registered-arabic');

	// The mail leads to the ticket, which has the way in.
	const ticket = (await mail('layla@example.org', /\/r\/hl_[A-Za-z0-9_-]+/)).replace(/^[^]*\/r\//, '/r/');
	await layla.goto(ticket);
	await expect(layla.getByRole('link', { name: guestTexts['ticket.join'].ar }).first()).toHaveAttribute('href', link);
	await mirrored(layla);
	await check(layla, 'a ticket in Arabic');

	// So is what else a guest comes to: the home page, a search, tickets that cost something, seats, the page of a host and the sign-in.
	const concert = await call('POST', '/v1/events', {
		title: 'Concert',
		...ahead(20, 2),
		timezone: 'Europe/Lisbon',
		capacity: 40,
		currency: 'EUR',
		tiers: [{ name: 'Standing', price: 1200 }],
		publish: true
	});
	const play = await hall(call, 'Little Playhouse', [['Stalls', 2, 6, 'Stalls']]);
	const host = (await call('GET', '/v1/organization')).id;
	for (const path of [
		'/',
		'/?q=concert',
		`/events/${concert.id}`,
		`/events/${play.id}/seats`,
		`/embed/events/${concert.id}`,
		`/hosts/${host}`,
		'/sign-in',
		'/find'
	]) {
		await layla.goto(path);
		await settled(layla);
		await mirrored(layla);
	}
	await check(layla, 'the last page of a guest in Arabic');

	// The organizer postpones it.
	const olga = await person({ storageState: await member(site, 'olga.later@example.org', 'Olga', 'owner') });
	const arab = await person({ viewport: narrowest, locale: 'ar', storageState: await olga.context().storageState() });
	for (const path of ['', '/guests', '/messages', '/edit']) {
		await arab.goto(`/manage/events/${event.id}${path}`);
		await expect(arab.getByRole('heading', { level: 1 }).first()).toBeVisible();
		await mirrored(arab);
	}
	await check(arab, 'the form of an event in Arabic');
	await arab.context().close();
	await olga.goto(`/manage/events/${event.id}/edit`);
	await olga.getByRole('button', { name: say.organizer('postpone.button') }).click();
	await show(olga, 'manage-postpone');
	await olga.getByRole('button', { name: say.organizer('postpone.yes') }).click();
	await expect(olga.getByRole('heading', { name: say.organizer('postpone.is') })).toBeVisible();
	await show(olga, 'manage-postponed');

	await layla.goto(address);
	await expect(layla.getByText(guestTexts['event.postponedText'].ar)).toBeVisible();
	await expect(layla.getByText(guestTexts['event.openDate'].ar)).toBeVisible();
	expect(await layla.getByLabel(guestTexts['join.name'].ar).count(), 'nobody registers').toBe(0);
	await mirrored(layla);
	await show(layla, 'event-postponed');
	await layla.goto(ticket);
	await expect(layla.getByRole('link', { name: guestTexts['ticket.join'].ar }).first()).toBeVisible();
	await mirrored(layla);
	await check(layla, 'a ticket of a postponed event in Arabic');

	// It has a date again.
	const date = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10);
	await olga.getByLabel(say.organizer('postpone.date')).fill(date);
	await olga.getByRole('button', { name: say.organizer('postpone.set') }).click();
	await expect(olga.getByRole('heading', { name: say.organizer('postpone.is') })).toBeHidden();
	expect((await call('GET', `/v1/events/${event.id}`)).status).toBe('published');
	await layla.goto(address);
	await expect(layla.getByRole('heading', { name: guestTexts['join.title'].ar })).toBeVisible();
});
