// Campaigns: an organizer writes to everybody who agreed to hear from them, in two languages; the
// mail arrives in the reader's; one unsubscribes by its link without a script, another by a click of
// the mail program, and neither gets the next one.
import { ahead } from '../fixtures/api';
import { desktop, phone } from '../fixtures/looks';
import { member, signedIn } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';

const t = say.campaigns;

test('campaigns', async ({ site }) => {
	test.slow();
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
	await olga.goto('/manage/campaigns');
	await expect(olga.getByRole('heading', { name: t('empty') })).toBeVisible();
	const purpose = await call('POST', '/v1/consent-purposes', {
		kind: 'marketing',
		default_locale: 'en',
		words: { en: 'Email me about new markets.', de: 'Schreibt mir von neuen Märkten.' }
	});
	await call('PUT', `/v1/events/${event.id}/consents`, { purpose_ids: [purpose.id] });

	// Two agree who are signed in, so that their addresses are confirmed; one whose address is not.
	const agree = async (name: string, address: string, signed: boolean) => {
		const guest = await person({ ...(signed ? { storageState: await signedIn(site, address) } : {}), viewport: phone });
		await guest.goto(`/events/${event.id}`);
		await guest.getByLabel(say.guest('join.name')).fill(name);
		await guest.getByLabel(say.guest('join.email'), { exact: true }).fill(address);
		await guest.getByLabel('Email me about new markets.').check();
		await guest
			.getByRole('form')
			.getByRole('button', { name: say.guest('join.submit', { n: 1 }) })
			.click();
		await expect(guest.getByRole('heading', { name: say.guest('done.confirmed.title') })).toBeVisible();
	};
	await agree('Ada Lovelace', 'ada@example.org', true);
	await agree('Grace Hopper', 'grace@example.org', true);
	await agree('Mallory', 'typed@example.org', false);

	await olga.reload();
	const form = olga.getByRole('form', { name: t('title') });
	await expect(form).toContainText(say.backoffice('compose.to', { n: 2 }));
	await expect(form).toContainText(t('left', { n: 1 }));
	await form.getByRole('button', { name: say.backoffice('compose.send') }).click();
	await expect(form.getByText(say.core('field.required')).first()).toBeVisible();
	await check(olga, 'a campaign without words');
	const write = async (subject: string) => {
		await form.getByLabel(t('subject', { language: 'English' })).fill(subject);
		await form.getByLabel(t('body', { language: 'English' })).fill('Dear {name},\n\nthe next market is on.');
		await form.getByRole('combobox', { name: t('leads') }).selectOption(event.id);
	};
	await write('A new market');
	await form.getByRole('combobox', { name: t('addLanguage') }).selectOption('de');
	await form.getByLabel(t('subject', { language: 'Deutsch' })).fill('Ein neuer Markt');
	await form.getByLabel(t('body', { language: 'Deutsch' })).fill('Hallo {name}, der nächste Markt kommt.');
	await expect(olga.frameLocator('iframe').getByText('Dear Grace Hopper')).toBeVisible();
	await show(olga, 'manage-campaigns');
	const send = async () => {
		await form.getByRole('button', { name: say.backoffice('compose.send') }).click();
		await olga
			.getByRole('dialog')
			.getByRole('button', { name: say.backoffice('compose.yes') })
			.click();
		await expect(olga.getByText(t('begun'))).toBeVisible();
	};
	await send();
	const first = olga.locator('[data-campaign]').filter({ hasText: 'A new market' });
	await expect(first).toContainText(say.backoffice('sent.state.done'), { timeout: 60_000 });
	await expect(first).toContainText(say.backoffice('sent.arrived', { n: 2 }));
	await show(olga, 'manage-campaigns-sent');

	// Ada unsubscribes without a script.
	const link = await mail('ada@example.org', /\/m\/[A-Za-z0-9_-]+/);
	const ada = await person({ viewport: phone, javaScriptEnabled: false });
	await ada.goto(link);
	await expect(ada.getByText('Email me about new markets.')).toBeVisible();
	await ada.getByRole('button', { name: 'Withdraw consent' }).click();
	await expect(ada.getByRole('heading', { name: 'You’re unsubscribed' })).toBeVisible();

	await olga.reload();
	await expect(form).toContainText(say.backoffice('compose.to', { n: 1 }));
	await write('Another market');
	await send();
	const second = olga.locator('[data-campaign]').filter({ hasText: 'Another market' });
	await expect(second).toContainText(say.backoffice('sent.state.done'), { timeout: 60_000 });
	await expect(second).toContainText(say.backoffice('sent.arrived', { n: 1 }));

	// Grace looks at the page with a script, in the dark too.
	const grace = await person({ viewport: phone });
	await grace.goto(await mail('grace@example.org', /\/m\/[A-Za-z0-9_-]+/));
	await expect(grace.getByText('Email me about new markets.')).toBeVisible();
	await show(grace, 'campaign-unsubscribe');
});
