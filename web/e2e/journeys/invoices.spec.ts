// Invoices: an owner says what is on them, a buyer gets one and has it made out to a company,
// a refund gets its credit note, and an organizer finds all of them.
import { patience } from '../fixtures/browser';
import { desktop, phone } from '../fixtures/looks';
import { member } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';
import { ahead } from '../fixtures/api';

const t = say.invoicing;
const b = say.billing;

test('invoices of an organization', async ({ site }) => {
	const { call, mail, person, show } = site;
	const event = await call('POST', '/v1/events', {
		title: 'Concert on the quay',
		location: 'Old harbour',
		...ahead(30, 3),
		timezone: 'Europe/Berlin',
		capacity: 40,
		currency: 'EUR',
		tiers: [
			{ name: 'Regular', price: 2400, tax_rate_bp: 1900, tax_included: true },
			{ name: 'Student', price: 1200, tax_rate_bp: 700, tax_included: true }
		],
		publish: true
	});

	// The owner turns them on; what is missing is named.
	const nora = await person({ storageState: await member(site, 'nora@organizers.example', 'Nora', 'owner'), viewport: desktop });
	await nora.goto('/manage/invoices');
	await expect(nora.getByText(t('off'))).toBeVisible();
	await nora.getByLabel(t('enabled')).check();
	await nora.getByLabel(t('legal_name')).fill('Seaside Events GmbH');
	await nora.getByLabel(t('street')).fill('Am Hafen 1');
	await nora.getByLabel(t('postal_code')).fill('20457');
	await nora.getByLabel(t('city')).fill('Hamburg');
	await nora.getByLabel(t('country')).fill('DE');
	await nora.getByLabel(t('prefix')).fill('sea');
	await nora.getByLabel(t('vat_id')).fill('DE123456789');
	await nora.getByRole('button', { name: say.core('save') }).click();
	await expect(nora.getByLabel(t('prefix'))).toBeFocused();
	await show(nora, 'manage-invoices-terms');
	await nora.getByLabel(t('prefix')).fill('SEA');
	await nora.keyboard.press('Enter');
	await expect(nora.getByText(t('saved'))).toBeVisible();

	// Ada buys, and her order has its invoice.
	const tiers = event.tiers.map((tier: { id: string }) => tier.id);
	const order = await call('POST', `/v1/events/${event.id}/orders`, {
		user_id: 'ada',
		email: 'ada@example.org',
		name: 'Ada Lovelace',
		items: [
			{ tier_id: tiers[0], quantity: 2 },
			{ tier_id: tiers[1], quantity: 1 }
		]
	});
	await call('POST', `/v1/orders/${order.id}:mark-paid`, { reference: 'Transfer of 3 May' });
	const ada = await person({ viewport: phone });
	await ada.goto(await mail('ada@example.org', /\/r\/hl_[A-Za-z0-9_-]+/));
	const number = `SEA-${new Date().getFullYear()}-00000`;
	await expect(ada.getByRole('link', { name: `${b('invoice', { number: `${number}1` })} (PDF)` })).toBeVisible({ timeout: patience });

	// She has it made out to her company, by keyboard.
	await ada.getByText(b('change')).focus();
	await ada.keyboard.press('Enter');
	await ada.getByLabel(b('company')).fill('Lovelace SARL');
	await ada.getByLabel(b('street')).fill('Rue du Port 1');
	await ada.getByLabel(b('city')).fill('Brest');
	await ada.getByLabel(b('city')).press('Enter');
	await expect(ada.getByLabel(b('country'), { exact: true })).toBeFocused();
	await show(ada, 'order-invoice-company');
	await ada.getByLabel(b('country'), { exact: true }).selectOption('FR');
	await ada.getByRole('button', { name: b('save') }).click();
	await expect(ada.getByRole('link', { name: `${b('invoice', { number: `${number}3` })} (PDF)` })).toBeVisible({ timeout: patience });
	await show(ada, 'order-invoices');
	const link = (await ada.getByRole('link', { name: `${number}3` }).getAttribute('href')) ?? '';
	const pdf = await ada.request.get(link);
	expect(pdf.headers()['content-type']).toBe('application/pdf');
	const xml = await ada.request.get(link.replace('.pdf', '.xml'));
	expect(await xml.text()).toContain('Lovelace SARL');

	// One ticket goes back; without a script the page has all documents.
	await call('POST', `/v1/orders/${order.id}:refund`, { items: [3] });
	await expect.poll(async () => (await call('GET', `/v1/orders/${order.id}/invoices`)).items.length, { timeout: patience }).toBe(4);
	const plain = await person({ viewport: desktop, javaScriptEnabled: false });
	await plain.goto(new URL(ada.url()).pathname);
	await expect(plain.getByRole('link', { name: `Credit note ${number}4 (PDF)` })).toBeVisible();

	await nora.goto('/manage/invoices');
	await expect(nora.getByRole('link', { name: `${number}4`, exact: true })).toBeVisible();
	await expect(nora.getByText('Lovelace SARL').first()).toBeVisible();
	await show(nora, 'manage-invoices');
	await nora.getByText(t('credit_note'), { exact: true }).click();
	await expect(nora.getByRole('link', { name: `${number}1`, exact: true })).not.toBeAttached();
	await expect(nora.getByRole('link', { name: `${number}2`, exact: true })).toBeVisible();
});
