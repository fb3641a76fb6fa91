// A waitlist of a restaurant whose fee is paid at the desk: the page of a place says so, staff record the payment,
// there is an invoice, and what goes back is given by hand. Its system publishes on NATS, and reads where.
import { desktop, phone } from '../fixtures/looks';
import { member } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';

test.use({ serverOptions: { nats: 'nats://127.0.0.1:1' } });

const t = say.resources;
const words = say.calendar;
const rules = say.resourceSettings;

test('a fee that is paid at the desk', async ({ site }) => {
	const { call, check, mail, person, show } = site;
	const path = '/v1/resources/harbour-tables';
	const made = await call('PUT', path, { name: 'Table at the Old Harbour', timezone: 'Europe/Berlin', window_seconds: 900, public_page: true });
	await call('PUT', '/v1/organization/invoicing', {
		...{ enabled: true, legal_name: 'Old Harbour GmbH', street: 'Am Hafen 1', postal_code: '20457', city: 'Hamburg', country: 'DE', vat_id: 'DE123456789' },
		...{ prefix: 'OLD', language: 'en', timezone: 'Europe/Berlin' }
	});
	const olga = await person({ storageState: await member(site, 'olga@organizers.example', 'Olga', 'organizer'), viewport: desktop });
	await olga.goto('/manage/resources/harbour-tables/settings');
	await olga.getByLabel(rules('currency')).selectOption('EUR');
	await olga.getByLabel(rules('fee')).fill('11,90');
	await olga.getByLabel(rules('feeTax')).fill('19 %');
	await olga.getByRole('button', { name: say.core('save') }).click();
	await expect(olga.getByLabel(rules('feeTax'))).toBeFocused();
	await olga.getByLabel(rules('feeTax')).fill('19');
	await olga.getByLabel(rules('giveBack')).selectOption('unless_declined');
	await check(olga, 'the tax of a fee');
	await show(olga, 'manage-resource-fee-tax', true);
	await olga.getByRole('button', { name: say.core('save') }).click();
	await expect(olga.getByText(say.core('saved'), { exact: true })).toBeVisible();
	expect(await call('GET', path)).toMatchObject({ hold_fee: { amount: 1190, currency: 'EUR', tax_rate_bp: 1900 } });

	// The row of what the other system has to know: where it publishes.
	const subject = String((await call('GET', path)).signal_subject);
	expect(subject).toMatch(/^holdfast\.resources\.org_.*\.harbour-tables$/);
	await expect(olga.getByText(subject, { exact: true })).toBeVisible();
	await expect(olga.getByText(rules('signalSubject'), { exact: true })).toBeVisible();
	await check(olga, 'the connection of a resource with NATS');
	await show(olga, 'manage-resource-connection', true);

	// Grace joins, and reads that she pays at the desk.
	const grace = await person({ viewport: phone, locale: 'en-GB' });
	await grace.goto(`/resources/${made.id}`);
	await grace.getByLabel('Your name').fill('Grace Hopper');
	await grace.getByLabel('Your email address').fill('grace@example.org');
	await grace.getByRole('button', { name: 'Continue' }).click();
	const link = await mail('grace@example.org', /\/w\/hp_[A-Za-z0-9_-]+/);
	await grace.goto(link);
	await grace.getByRole('button', { name: 'Confirm and join' }).click();
	await expect(grace.getByText(/^Please pay the fee directly to /)).toBeVisible();
	await check(grace, 'a place that is paid at the desk');
	await show(grace, 'resource-fee-by-hand');

	// The desk takes it, by keyboard.
	await olga.goto('/manage/resources/harbour-tables');
	const button = olga.getByRole('button', { name: `${t('fee.button')}: Grace Hopper` });
	await button.focus();
	await olga.keyboard.press('Enter');
	const dialog = olga.getByRole('dialog', { name: t('fee.title') });
	await dialog.getByRole('button', { name: words('pay.paid') }).click();
	await dialog.getByRole('button', { name: words('pay.save') }).click();
	await expect(dialog.getByLabel(words('pay.reference'))).toHaveAttribute('aria-invalid', 'true');
	await dialog.getByLabel(words('pay.reference')).fill('Receipt 2027-0142');
	await check(olga, 'a fee that is taken at the desk');
	await show(olga, 'manage-resource-fee-taken');
	await dialog.getByRole('button', { name: words('pay.save') }).click();
	await expect(dialog.getByText('Receipt 2027-0142')).toBeVisible();
	await expect(dialog.getByText(/OLD-\d+-000001/)).toBeVisible();
	await check(olga, 'a fee that was taken at the desk');
	await show(olga, 'manage-resource-fee-paid');
	await olga.keyboard.press('Escape');
	await expect(dialog).toBeHidden();

	// She has her place and the invoice.
	await grace.goto(link);
	await expect(grace.getByRole('heading', { name: 'You’re on the waitlist' })).toBeVisible();
	await expect(grace.getByRole('link', { name: /OLD-\d+-000001/ })).toBeVisible();
	await check(grace, 'a place with an invoice');
	await show(grace, 'resource-fee-invoice');

	// The house ends it: the fee goes back by hand, and she has a credit note.
	await olga.getByRole('button', { name: t('remove') }).click();
	await expect(olga.getByText(t('waitlist.empty'), { exact: true })).toBeVisible();
	await olga.getByLabel(t('everybody')).check();
	await button.click();
	await dialog.getByRole('button', { name: words('pay.refunded') }).click();
	await dialog.getByLabel(words('pay.reference')).fill('Cash');
	await dialog.getByRole('button', { name: words('pay.save') }).click();
	await expect(dialog.getByText(words('pay.refund.done', { amount: '€11.90' }))).toBeVisible();
	await expect(dialog.getByText(/OLD-\d+-000002/)).toBeVisible();
	await check(olga, 'a fee that was given back by hand');
	await show(olga, 'manage-resource-fee-back');
	await grace.goto(link);
	await expect(grace.getByRole('link', { name: /OLD-\d+-000002/ })).toBeVisible();
});
