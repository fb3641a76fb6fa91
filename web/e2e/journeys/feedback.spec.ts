// Feedback: an organizer asks guests how an event was, a guest says so from the link of the
// mail, and the organizer reads it.
import { readFileSync } from 'node:fs';
import { desktop, phone } from '../fixtures/looks';
import { member } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';

const t = say.feedback;

test('feedback on an event', async ({ site }) => {
	const { call, mail, person, show } = site;
	const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
	const event = await call('POST', '/v1/events', {
		title: 'Lanterns on the quay',
		location: 'Old harbour',
		starts_at: at(600),
		ends_at: at(1200),
		timezone: 'Europe/Berlin',
		capacity: 40,
		waitlist: { time_critical: true },
		publish: true
	});
	const guest = (name: string, email: string) => call('POST', `/v1/events/${event.id}/registrations`, { user_id: email, email, name });
	await guest('Ada Lovelace', 'ada@example.org');
	await guest('Bob Noyce', 'bob@example.org');
	const olga = await person({ storageState: await member(site, 'olga@organizers.example', 'Olga', 'organizer'), viewport: desktop });
	const here = `/manage/events/${event.id}/feedback`;
	await olga.goto(here);
	await expect(olga.getByText(t('off'))).toBeVisible();

	// She asks, by the form of the event, and the evening is over soon.
	await olga.getByRole('link', { name: t('turnOn') }).click();
	const more = olga.getByText(say.organizer('form.more'));
	if (await more.isVisible()) await more.click();
	await olga.getByRole('combobox', { name: say.rules('form.feedback') }).selectOption('3600');
	await olga.getByRole('button', { name: say.organizer('form.save') }).click();
	await expect.poll(async () => (await call('GET', `/v1/events/${event.id}`)).feedback_after_seconds).toBe(3600);
	await call('PATCH', `/v1/events/${event.id}`, { starts_at: at(-7300), ends_at: at(-3600) });

	// Ada gets the mail, and rates from her phone; the page knows what she said.
	const ada = await person({ viewport: phone });
	const link = await mail('ada@example.org', /\/h\/hl_[A-Za-z0-9_-]+/);
	await ada.goto(link);
	await expect(ada.getByRole('heading', { name: 'How was it?' })).toBeVisible();
	await show(ada, 'feedback');
	await ada.getByRole('radio', { name: 'Great' }).check();
	await ada.getByLabel(/What should the organizer know/).fill('The lanterns on the water!\nWarm soup next time?');
	await ada.getByLabel('Show the organizer my name').check();
	await ada.getByRole('button', { name: 'Send' }).click();
	await expect(ada.getByRole('heading', { name: 'Thank you!' })).toBeVisible();
	await expect(ada.getByRole('radio', { name: 'Great' })).toBeChecked();
	await show(ada, 'feedback-given');

	// Bob gives no words and no name, by keyboard alone and without a script.
	const bob = await person({ viewport: desktop, javaScriptEnabled: false });
	await bob.goto(await mail('bob@example.org', /\/h\/hl_[A-Za-z0-9_-]+/));
	await bob.keyboard.press('Tab');
	await bob.keyboard.press('ArrowDown');
	await bob.keyboard.press('ArrowDown');
	await expect(bob.getByRole('radio', { name: 'OK' })).toBeChecked();
	await bob.keyboard.press('Enter');
	await expect(bob.getByRole('heading', { name: 'Thank you!' })).toBeVisible();

	await olga.goto(here);
	await expect(olga.getByText('Warm soup next time?')).toBeVisible();
	await expect(olga.getByText('Ada Lovelace')).toBeVisible();
	await expect(olga.getByText(t('nameless'))).toBeVisible();
	await expect(olga.getByText('4.0', { exact: true })).toBeVisible();
	await expect(olga.getByText('Bob Noyce')).not.toBeAttached();
	await show(olga, 'manage-feedback');

	// She takes it along as a table.
	const [file] = await Promise.all([olga.waitForEvent('download'), olga.getByRole('button', { name: t('csv') }).click()]);
	const table = readFileSync(await file.path(), 'utf8');
	expect(table).toContain('rating,words,name,created_at,updated_at');
	expect(table).toContain('5,"The lanterns on the water!');
});
