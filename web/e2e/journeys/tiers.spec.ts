// What an event costs: its page says that nobody is told how to pay, until somebody is; and its
// kinds of tickets stand where the organizer puts them, with the keyboard and by dragging.

import { expect, test } from '../fixtures/test';
import { member } from '../fixtures/signing-in';
import { say } from '../fixtures/texts';

test('prices and their order', async ({ site }) => {
	const { call, person, check } = site;
	const olga = await person({ storageState: await member(site, 'olga@tiers.example', 'Olga', 'owner') });
	const starts = Date.now() + 30 * 86_400_000;
	const made = await call('POST', '/v1/events', {
		title: 'An evening of maps',
		starts_at: new Date(starts),
		ends_at: new Date(starts + 7_200_000),
		timezone: 'Europe/Berlin',
		capacity: 40,
		currency: 'EUR',
		tiers: [
			{ name: 'Balcony', price: 3000 },
			{ name: 'Floor', price: 2000 },
			{ name: 'Students', price: 900 }
		]
	});
	const order = async () => (await call('GET', `/v1/events/${made.id}`)).tiers.map((t: { name: string }) => t.name).join(', ');

	// A price that nobody is told how to pay is said before and after it is published.
	await olga.goto(`/manage/events/${made.id}`);
	const notice = olga.getByText(say.organizer('event.noWayToPay'), { exact: true });
	await expect(notice).toBeVisible();
	await check(olga, 'draft without a way to pay');
	await olga.getByRole('button', { name: say.organizer('event.publish') }).click();
	await expect(olga.getByText(say.organizer('event.published'))).toBeVisible();
	await expect(notice).toBeVisible();
	await olga.getByRole('link', { name: say.organizer('event.noWayToPay.bank') }).click();
	await expect(olga).toHaveURL(/\/manage\/bank$/);
	await olga.goBack();
	await olga.getByRole('link', { name: say.organizer('event.noWayToPay.instructions') }).click();
	await olga.getByLabel(say.organizer('form.instructions')).fill('In cash, at the box office.');

	// With the keyboard: the button that moved it keeps the focus, or the other at an end.
	const names = () =>
		olga.getByLabel(say.organizer('form.tier.name'), { exact: true }).evaluateAll((fields) => fields.map((f) => (f as HTMLInputElement).value).join(', '));
	const up = olga.getByRole('button', { name: say.organizer('form.tier.up', { name: 'Students' }) });
	await up.focus();
	await olga.keyboard.press('Enter');
	await expect.poll(names).toBe('Balcony, Students, Floor');
	await expect(up).toBeFocused();
	await olga.keyboard.press('Enter');
	await expect.poll(names).toBe('Students, Balcony, Floor');
	await expect(olga.getByRole('button', { name: say.organizer('form.tier.down', { name: 'Students' }) })).toBeFocused();
	await check(olga, 'kinds of tickets in another order');
	await olga.getByRole('button', { name: say.organizer('form.save') }).click();
	await expect(olga.getByText(say.core('saved'), { exact: true })).toBeVisible();
	await expect.poll(order).toBe('Students, Balcony, Floor');

	// By dragging: from the end to the beginning.
	const grips = olga.locator('[data-grip]');
	const box = async (i: number) => (await grips.nth(i).boundingBox())!;
	await grips.nth(0).scrollIntoViewIfNeeded();
	await grips.nth(1).hover({ position: { x: 10, y: 10 } }); // once it rests
	await olga.mouse.down();
	const to = await box(0);
	await olga.mouse.move(to.x + 10, to.y + 20, { steps: 5 });
	await olga.mouse.up();
	await expect.poll(names).toBe('Balcony, Students, Floor');
	await olga.getByRole('button', { name: say.organizer('form.save') }).click();
	await expect.poll(order).toBe('Balcony, Students, Floor');

	// Guests have them in that order, and a copy of the event does too.
	const guest = await person();
	await guest.goto(`/events/${made.id}`);
	const shown = guest.getByText(/^(Balcony|Students|Floor)$/);
	await expect(shown.first()).toBeVisible();
	await expect(shown).toHaveText(['Balcony', 'Students', 'Floor']);
	await olga.goto(`/manage/events/new?from=${made.id}`);
	await expect(olga.getByLabel(say.organizer('form.tier.name'), { exact: true }).first()).toBeVisible();
	await expect.poll(names).toBe('Balcony, Students, Floor');
	await olga.goto(`/manage/events/${made.id}`);
	await expect(notice).toBeHidden();
});
