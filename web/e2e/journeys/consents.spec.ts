// Consents: an organizer writes two, an event asks for them, guests agree to one by a box that
// is not ticked beforehand, one of them withdraws it without a script, and staff withdraw the
// other's because she rang.
import { readFileSync } from 'node:fs';
import { ahead } from '../fixtures/api';
import { desktop, phone } from '../fixtures/looks';
import { member, signedIn } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';

const t = say.purposes;

test('consents', async ({ site }) => {
	const { call, mail, person, show, check } = site;
	const event = await call('POST', '/v1/events', {
		title: 'Lantern market',
		location: 'Old harbour',
		...ahead(20, 4),
		timezone: 'Europe/Berlin',
		capacity: 40,
		publish: true
	});
	const olga = await person({ storageState: await member(site, 'olga@organizers.example', 'Olga', 'organizer'), viewport: desktop });
	await olga.goto('/manage/consents');
	await expect(olga.getByRole('heading', { name: t('empty') })).toBeVisible();

	// News in two languages, and a sponsor whose privacy policy was forgotten at first.
	await olga.getByRole('button', { name: t('new') }).click();
	const form = olga.getByRole('dialog');
	await form.getByRole('button', { name: t('make') }).click();
	await expect(form.getByText(say.core('field.required'))).toBeVisible();
	await form.getByLabel(t('words', { language: 'English' })).fill('Email me about new markets.');
	await form.getByRole('combobox', { name: t('addLanguage') }).selectOption('de');
	await form.getByLabel(t('words', { language: 'Deutsch' })).fill('Schreibt mir von neuen Märkten.');
	await show(olga, 'manage-consents-new');
	await form.getByRole('button', { name: t('make') }).click();
	await expect(form).not.toBeAttached();
	const news = olga.locator('[data-purpose]').filter({ hasText: 'Email me about new markets.' });
	await expect(news).toContainText('English, Deutsch');
	await olga.getByRole('button', { name: t('new') }).click();
	await form.getByRole('combobox', { name: t('kind') }).selectOption('sponsor');
	await form.getByLabel(t('sponsor'), { exact: true }).fill('Lantern Ltd');
	await form.getByLabel(t('privacy_url')).fill('http://lantern.example');
	await form.getByLabel(t('words', { language: 'English' })).fill('Lantern Ltd may send me a voucher.');
	await form.getByRole('button', { name: t('make') }).click();
	await expect(form.getByText(t('field.invalid'))).toBeVisible();
	await check(olga, 'a sponsor without https');
	await form.getByLabel(t('privacy_url')).fill('https://lantern.example/privacy');
	await form.getByRole('button', { name: t('make') }).click();
	await expect(olga.locator('[data-purpose]')).toHaveCount(2);

	// The event asks for both.
	await olga.goto(`/manage/events/${event.id}/questions`);
	const asks = olga.getByRole('form', { name: t('ask') });
	await asks.getByLabel('Email me about new markets.').check();
	await asks.getByLabel('Lantern Ltd may send me a voucher.').check();
	await asks.getByRole('button', { name: t('ask.save') }).click();
	await expect(olga.getByText(t('ask.saved'))).toBeVisible();
	await asks.scrollIntoViewIfNeeded();
	await show(olga, 'manage-consents-asked');

	// Ada agrees to the news alone; Grace to both.
	const register = async (name: string, email: string, boxes: string[], shot = '') => {
		const guest = await person({ viewport: phone });
		await guest.goto(`/events/${event.id}`);
		await guest.getByLabel(say.guest('join.name')).fill(name);
		await guest.getByLabel(say.guest('join.email'), { exact: true }).fill(email);
		await expect(guest.getByRole('group', { name: say.consents('optional') }).getByRole('checkbox', { checked: true })).toHaveCount(0);
		for (const box of boxes) await guest.getByLabel(box).check();
		await guest.getByLabel(boxes[0]!).scrollIntoViewIfNeeded();
		if (shot) await show(guest, shot);
		await guest
			.getByRole('form')
			.getByRole('button', { name: say.guest('join.submit', { n: 1 }) })
			.click();
		await expect(guest.getByRole('heading', { name: say.guest('done.confirmed.title') })).toBeVisible();
		return guest;
	};
	await register('Ada Lovelace', 'ada@example.org', ['Email me about new markets.'], 'consents-asked');
	await register('Grace Hopper', 'grace@example.org', ['Email me about new markets.', 'Lantern Ltd may send me a voucher.']);

	// Ada's page leads to what she has agreed to, with a script and without; there she withdraws it.
	const place = await mail('ada@example.org', /\/r\/hl_[A-Za-z0-9_-]+/);
	for (const javaScriptEnabled of [true, false]) {
		const ada = await person({ viewport: phone, javaScriptEnabled });
		await ada.goto(place);
		await ada.getByRole('link', { name: say.consents('title') }).click();
		await expect(ada.getByText('Email me about new markets.')).toBeVisible();
		if (javaScriptEnabled) {
			await show(ada, 'consents-withdraw');
			continue;
		}
		await ada.getByRole('button', { name: 'Withdraw consent' }).click();
		await expect(ada.getByText('Email me about new markets.')).not.toBeAttached();
	}

	// Grace finds hers in her settings.
	const grace = await person({ storageState: await signedIn(site, 'grace@example.org'), viewport: phone });
	await grace.goto('/me/preferences');
	await expect(grace.getByRole('heading', { name: say.consents('title') })).toBeVisible();
	await expect(grace.getByRole('button', { name: say.consents('withdraw') })).toHaveCount(2);
	await grace.getByText('Lantern Ltd may send me a voucher.').scrollIntoViewIfNeeded();
	await show(grace, 'consents-own');

	// Staff take back what Grace asked them to on the phone, and say so.
	await olga.goto(`/manage/events/${event.id}/guests`);
	await olga.getByRole('link', { name: /Grace Hopper/ }).click();
	const sponsor = olga.locator('[data-consent=given]').filter({ hasText: 'Lantern Ltd' });
	await sponsor.getByRole('button', { name: t('guest.withdraw') }).click();
	await form.getByRole('button', { name: t('guest.withdraw') }).click();
	await expect(form.getByText(say.core('field.required'))).toBeVisible();
	await form.getByLabel(t('guest.how')).fill('By phone on Monday');
	await show(olga, 'manage-consents-withdraw');
	await form.getByRole('button', { name: t('guest.withdraw') }).click();
	await expect(olga.locator('[data-consent=withdrawn]')).toContainText('By phone on Monday');
	await show(olga, 'manage-consents-guest');

	// What is left: one who reads the news, whose address the list has; other words are another version.
	await olga.goto('/manage/consents');
	await expect(news.locator('dd')).toHaveText(['1', '2', '1']);
	const [file] = await Promise.all([
		olga.waitForEvent('download'),
		news.getByRole('button', { name: t('csv.which', { name: 'Email me about new markets.' }) }).click()
	]);
	const table = readFileSync(await file.path(), 'utf8');
	expect(table).toContain('grace@example.org');
	expect(table).not.toContain('ada@example.org');
	await news.getByRole('button', { name: t('edit.which', { name: 'Email me about new markets.' }) }).click();
	await form.getByLabel(t('words', { language: 'English' })).fill('Email me about markets and workshops.');
	await form.getByRole('button', { name: t('save') }).click();
	await expect(olga.locator('[data-purpose]').filter({ hasText: 'markets and workshops' })).toContainText(t('version', { n: 2 }));
	await show(olga, 'manage-consents');

	// One that ended is asked for nowhere.
	const voucher = 'Lantern Ltd may send me a voucher.';
	await olga.getByRole('button', { name: t('end.which', { name: voucher }) }).click();
	await form.getByRole('button', { name: t('end.yes') }).click();
	await expect(olga.getByRole('button', { name: t('end.which', { name: voucher }) })).not.toBeAttached();
	expect((await call('GET', `/v1/events/${event.id}/consents`)).purposes).toHaveLength(1);
});
