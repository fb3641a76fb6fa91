// Tracking links: an organizer gives out two, guests come by them to register and to buy, with
// the promo code that one brings along, and the organizer sees what came of each.
import { desktop, phone } from '../fixtures/looks';
import { member } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';

const t = say.tracking;
/** What a browser of people calls itself: one that is driven says so, and is not counted. */
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

test('tracking links', async ({ site }) => {
	const { call, person, show } = site;
	const event = await call('POST', '/v1/events', {
		title: 'Night of the open harbour',
		location: 'Old harbour',
		starts_at: new Date(Date.now() + 20 * 86_400_000).toISOString(),
		ends_at: new Date(Date.now() + 20 * 86_400_000 + 7_200_000).toISOString(),
		timezone: 'Europe/Berlin',
		capacity: 40,
		currency: 'EUR',
		tiers: [{ name: 'Boat tour', price: 2000, tax_rate_bp: 1900 }],
		publish: true
	});
	await call('POST', `/v1/events/${event.id}/codes`, { code: 'HARBOUR', kind: 'promo', percent_bp: 1000, max_uses: 1 });
	const olga = await person({ storageState: await member(site, 'olga@organizers.example', 'Olga', 'organizer'), viewport: desktop });
	await olga.goto(`/manage/events/${event.id}/tracking`);
	await expect(olga.getByRole('heading', { name: t('empty') })).toBeVisible();
	await show(olga, 'manage-tracking-empty');

	// A link with a code that somebody has already, and one that brings a promo code along.
	await olga.getByRole('button', { name: t('new') }).click();
	const form = olga.getByRole('dialog');
	await form.getByLabel(t('name'), { exact: true }).fill('Newsletter in May');
	await form.getByLabel(t('code')).fill('two words');
	await form.getByRole('button', { name: t('make') }).click();
	await expect(form.getByLabel(t('code'))).toHaveAttribute('aria-invalid', 'true');
	await form.getByLabel(t('code')).fill('Newsletter');
	await show(olga, 'manage-tracking-new');
	await form.getByRole('button', { name: t('make') }).click();
	await expect(olga.locator('[data-link=newsletter]')).toBeVisible();
	await olga.getByRole('button', { name: t('new') }).click();
	await form.getByLabel(t('name'), { exact: true }).fill('Instagram');
	await form.getByLabel(t('code')).fill('newsletter');
	await form.getByRole('combobox', { name: t('brings') }).selectOption({ label: 'HARBOUR' });
	await form.getByRole('button', { name: t('make') }).click();
	await expect(form.getByText(say.refusals('problem.tracking_code_taken'))).toBeVisible();
	await form.getByLabel(t('code')).fill('insta');
	await form.getByRole('button', { name: t('make') }).click();
	await expect(olga.locator('[data-link=insta]')).toContainText(t('usedOf', { code: 'HARBOUR', n: 0, most: 1 }));

	// Ada comes from Instagram on her phone: the code is applied, and stays with her through the page.
	const ada = await person({ viewport: phone, userAgent });
	await ada.goto(`/events/${event.id}?via=insta`);
	await expect(ada.getByLabel(say.checkout('buy.codeLabel'))).toHaveValue('HARBOUR');
	await expect(ada.getByText(say.checkout('buy.codeGood', { what: say.checkout('buy.codePercent', { n: 10 }) }))).toBeVisible();
	await ada.getByRole('button', { name: say.checkout('buy.more', { tier: 'Boat tour' }) }).click();
	await ada.getByLabel(say.guest('join.name')).fill('Ada Lovelace');
	await ada.getByLabel(say.guest('join.email')).fill('ada@example.org');
	await show(ada, 'event-by-link');
	await ada.getByRole('button', { name: say.checkout('buy.submitPay', { n: 1, amount: '€18.00' }) }).click();
	await expect(ada.getByRole('heading', { level: 1 })).toBeVisible();

	// The quota of that link is reached: Bob is told, and buys at the full price.
	const bob = await person({ viewport: phone, userAgent });
	await bob.goto(`/events/${event.id}?via=insta`);
	await expect(bob.getByRole('status').filter({ hasText: say.refusals('problem.code_used_up') })).toBeVisible();
	await expect(bob.getByLabel(say.checkout('buy.codeLabel'))).toHaveValue('');

	// Without a script the page is a visit as well.
	const cyd = await person({ viewport: desktop, javaScriptEnabled: false, userAgent });
	await cyd.goto(`/events/${event.id}?via=newsletter`);
	await expect(cyd.getByRole('heading', { name: 'Night of the open harbour' })).toBeVisible();

	const link = (code: string) => call('GET', `/v1/events/${event.id}/tracking-links`).then((l) => l.items.find((i: { code: string }) => i.code === code));
	const orders = await call('GET', `/v1/events/${event.id}/orders`);
	await call('POST', `/v1/orders/${orders.items[0].id}:mark-paid`, { reference: 'slip' });
	await expect.poll(async () => (await link('newsletter')).visits, { timeout: 25_000 }).toBe(1);
	await expect.poll(async () => (await link('insta')).visits).toBe(2);

	await olga.reload();
	const insta = olga.locator('[data-link=insta]');
	await expect(insta).toContainText(t('full'));
	await expect(insta).toContainText('€18.00');
	await show(olga, 'manage-tracking');
	await insta.getByRole('button', { name: t('qr.which', { name: 'Instagram' }) }).click();
	await expect(olga.getByRole('img', { name: t('qr.alt') })).toBeVisible();
	await show(olga, 'manage-tracking-qr');
	await olga.keyboard.press('Escape');
	await insta.getByRole('button', { name: t('edit.which', { name: 'Instagram' }) }).click();
	await form.getByLabel(t('name'), { exact: true }).fill('Instagram story');
	await form.getByRole('button', { name: t('save') }).click();
	await expect(olga.getByRole('heading', { name: 'Instagram story' })).toBeVisible();

	// The guest list and the order say where she came from.
	await olga.goto(`/manage/events/${event.id}/guests`);
	await expect(olga.getByText('via Instagram story')).toBeVisible();
	await olga.goto(`/manage/events/${event.id}/orders/${orders.items[0].id}`);
	await expect(olga.getByText('via Instagram story')).toBeVisible();
});
