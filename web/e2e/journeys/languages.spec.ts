// An event's own words in two languages: an organizer adds French to a German event, a French
// guest reads and is mailed French, a Polish one the German words.
import { ahead } from '../fixtures/api';
import { desktop, phone } from '../fixtures/looks';
import { member } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';

const l = say.languages;

test('languages of an event', async ({ site }) => {
	const { call, mail, person, check, show } = site;
	const event = await call('POST', '/v1/events', {
		title: 'Laternenumzug',
		description: 'Am Hafen entlang.',
		location: 'Alter Hafen',
		...ahead(20, 4),
		timezone: 'Europe/Berlin',
		capacity: 40,
		tiers: [{ name: 'Erwachsene' }, { name: 'Kinder' }],
		publish: true
	});
	await call('PUT', `/v1/events/${event.id}/questions`, { questions: [{ id: 'meal', kind: 'text', scope: 'order', label: 'Was isst du?' }] });
	const olga = await person({ storageState: await member(site, 'olga@organizers.example', 'Olga', 'organizer'), viewport: desktop });
	await olga.goto(`/manage/events/${event.id}/languages`);
	await olga.getByLabel(l('main'), { exact: true }).selectOption('de');
	await expect(olga.getByText(say.core('saved'))).toBeVisible();
	await olga.getByLabel(l('choose'), { exact: true }).selectOption('fr');
	await olga.getByLabel(l('field.title')).fill('Marche aux lanternes');
	await olga.getByLabel(l('field.tiers.name', { of: 'Erwachsene' })).fill('Adultes');
	await olga.getByLabel(l('field.questions.label', { of: 'Was isst du?' })).fill('Que mangez-vous ?');
	await olga.getByLabel(l('field.questions.label', { of: 'Was isst du?' })).press('Enter');
	await expect(olga.getByText(l('saved'))).toBeVisible();
	await show(olga, 'manage-languages');

	// The title changes, and its translation says that it is older.
	await call('PATCH', `/v1/events/${event.id}`, { title: 'Großer Laternenumzug' });
	await olga.reload();
	await olga.getByLabel(l('choose'), { exact: true }).selectOption('fr');
	await expect(olga.getByText(l('outdated'), { exact: true })).toBeVisible();
	await olga.getByLabel(l('reviewed')).check();
	await olga.getByRole('button', { name: l('save') }).click();
	await expect(olga.getByText(l('outdated'), { exact: true })).not.toBeAttached();
	await check(olga, 'translating on a desk');

	const ada = await person({ viewport: phone, locale: 'fr-FR' });
	await ada.goto(`/events/${event.id}`);
	await expect(ada.getByRole('heading', { level: 1, name: 'Marche aux lanternes' })).toBeVisible();
	await expect(ada.getByText('Am Hafen entlang.').locator('xpath=ancestor-or-self::*[@lang][1]')).toHaveAttribute('lang', 'de');
	await ada.getByText('Adultes').first().click();
	await ada.locator('input[autocomplete=name]').fill('Ada Lovelace');
	await ada.locator('input[type=email]').first().fill('ada@example.org');
	await ada.getByLabel('Que mangez-vous ?').fill('Du pain');
	await check(ada, 'an event in French');
	await ada.locator('#register button[type=submit]').click();
	await ada.goto(await mail('ada@example.org', /\/r\/hl_[A-Za-z0-9_-]+/));
	await expect(ada.getByText('Marche aux lanternes').first()).toBeVisible();

	const pola = await person({ viewport: phone, locale: 'pl-PL' });
	await pola.goto(`/events/${event.id}`);
	await expect(pola.getByRole('heading', { level: 1, name: 'Großer Laternenumzug' })).toBeVisible();
	await expect(pola.getByRole('heading', { level: 1 })).toHaveAttribute('lang', 'de');
});
