// A fee for a waitlist: the organizer asks for it, a guest reads what it is and when it goes back,
// pays it and is on the waitlist, and has it back when she accepts.
import { desktop, phone } from '../fixtures/looks';
import { member } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';

test.use({ serverOptions: { command: 'demo' } });

const t = say.resources;
const rules = say.resourceSettings;

test('a fee for the waitlist of a restaurant', async ({ site }) => {
	const { call, check, mail, person, show } = site;
	const path = '/v1/resources/harbour-tables';
	const made = await call('PUT', path, { name: 'Table at the Old Harbour', timezone: 'Europe/Berlin', window_seconds: 900, public_page: true });
	const olga = await person({ storageState: await member(site, 'olga@organizers.example', 'Olga', 'organizer'), viewport: desktop });
	await olga.goto('/manage/resources/harbour-tables/settings');
	await olga.getByLabel(rules('currency')).selectOption('EUR');
	await olga.getByLabel(rules('price')).fill('45,00');
	await olga.getByLabel(rules('fee')).fill('five');
	await olga.getByRole('button', { name: say.core('save') }).click();
	await expect(olga.getByLabel(rules('fee'))).toBeFocused();
	await olga.getByLabel(rules('fee')).fill('5');
	await olga.getByLabel(rules('giveBack')).selectOption('unless_declined');
	await check(olga, 'the price and the fee of a resource');
	await olga.getByLabel(rules('fee')).scrollIntoViewIfNeeded();
	await show(olga, 'manage-resource-fee');
	await olga.getByRole('button', { name: say.core('save') }).click();
	await expect(olga.getByText(say.core('saved'), { exact: true })).toBeVisible();
	expect(await call('GET', path)).toMatchObject({
		price: { amount: 4500, currency: 'EUR' },
		hold_fee: { amount: 500, currency: 'EUR', give_back: 'unless_declined' }
	});

	// What it costs, and when that goes back, is said before anybody pays.
	const grace = await person({ viewport: phone, locale: 'en-GB' });
	await grace.goto(`/resources/${made.id}`);
	await expect(grace.getByText('Waitlist fee')).toBeVisible();
	await expect(grace.getByText('€5.00')).toBeVisible();
	await expect(grace.getByText('You get the fee back unless you decline an offer')).toBeVisible();
	await check(grace, 'the public page of a resource with a fee');
	await show(grace, 'resource-fee-public');
	await grace.getByLabel('Your name').fill('Grace Hopper');
	await grace.getByLabel('Your email address').fill('grace@example.org');
	await grace.getByRole('button', { name: 'Continue' }).click();
	await expect(grace.getByRole('heading', { level: 1, name: 'Check your inbox' })).toBeVisible();
	const link = await mail('grace@example.org', /\/w\/hp_[A-Za-z0-9_-]+/);
	await grace.goto(link);
	await grace.getByRole('button', { name: 'Confirm and join' }).click();
	await expect(grace.getByRole('heading', { name: 'Pay to join the waitlist' })).toBeVisible();
	await mail('grace@example.org', /Pay the fee/);
	await check(grace, 'a place that is to be paid');
	await show(grace, 'resource-fee-due');
	await olga.goto('/manage/resources/harbour-tables');
	await expect(olga.getByText(t('status.pending_payment'), { exact: true })).toBeVisible();
	await show(olga, 'manage-resource-fee-due');

	// Her choir is to have the invoice, which the page asks for where the house issues invoices.
	const bill = grace.locator('details', { hasText: 'Invoice to a company' });
	await expect(bill).toHaveCount(0);
	await call('PUT', '/v1/organization/invoicing', {
		enabled: true,
		legal_name: 'Old Harbour GmbH',
		street: 'Am Hafen 1',
		city: 'Hamburg',
		country: 'DE',
		vat_id: 'DE123456789',
		prefix: 'OLD',
		language: 'en',
		timezone: 'Europe/Berlin'
	});
	await grace.goto(link);
	await grace.getByText('Invoice to a company').click();
	await bill.getByLabel('Company').fill('Harbour Choir');
	await bill.getByLabel('Street and number').fill('Am Hafen 2');
	await bill.getByRole('textbox', { name: 'City' }).fill('Hamburg');
	await bill.getByRole('combobox', { name: 'Country' }).selectOption('DE');
	await bill.getByLabel('VAT ID').fill('DE1');
	await bill.getByRole('button', { name: 'Save for the invoice' }).click();
	await expect(bill.getByLabel('VAT ID')).toHaveAttribute('aria-invalid', 'true');
	await check(grace, 'a wrong VAT id of who pays a fee');
	await bill.getByLabel('VAT ID').fill('DE 136 695 976');
	await bill.getByRole('button', { name: 'Save for the invoice' }).click();
	await expect(bill.getByRole('status')).toHaveText('Saved');
	await check(grace, 'a place that is to be paid by a company');
	await show(grace, 'resource-fee-company', true);

	// She pays at the provider, whose word gives her the place.
	await grace.getByRole('button', { name: /^Pay/ }).click();
	await check(grace, 'the way to the page of the provider');
	await show(grace, 'resource-fee-further');
	await grace.getByRole('link', { name: 'Continue to payment' }).click();
	await grace.waitForURL(/\/testpay\//);
	await grace.getByRole('button', { name: /^Pay €[0-9.,]+$/ }).click();
	await grace.waitForURL(/\/w\/hp_/);
	await expect(async () => {
		await grace.reload();
		await expect(grace.getByRole('heading', { name: 'You’re on the waitlist' })).toBeVisible({ timeout: 1000 });
	}).toPass();
	await expect(grace.getByText('You paid the fee.')).toBeVisible();
	await check(grace, 'a place that was paid');
	await show(grace, 'resource-fee-paid');
	const entry = (await call('GET', `${path}/waitlist`)).items[0].id;
	expect((await call('GET', `/v1/resource-entries/${entry}/invoices`)).items).toMatchObject([{ kind: 'invoice', buyer: 'Harbour Choir' }]);
	await grace.getByText('If the invoice has been issued already').waitFor();

	// The house reads it with the payment, and corrects it.
	await olga.goto('/manage/resources/harbour-tables');
	await olga.getByRole('button', { name: `${t('fee.button')}: Grace Hopper` }).click();
	await olga.getByText(say.billing('change')).click();
	await expect(olga.getByLabel(say.billing('company'))).toHaveValue('Harbour Choir');
	await olga.getByLabel(say.billing('company')).fill('Harbour Choir e. V.');
	await check(olga, 'who a fee is invoiced to');
	await show(olga, 'manage-resource-fee-billing', true);
	await olga.getByRole('button', { name: say.billing('save') }).click();
	await expect(olga.getByRole('link', { name: /OLD-\d{4}-000003 \(PDF\)/ })).toBeVisible();

	// A table comes free: she accepts, and has the fee back.
	await call('POST', `${path}:capacity-released`, { event_id: 'cancel-8812', units: 1 });
	await mail('grace@example.org', /Price: €45\.00/);
	await grace.goto(link);
	await expect(grace.getByText('€45.00')).toBeVisible();
	await show(grace, 'resource-fee-offered');
	await grace.getByRole('button', { name: 'Accept' }).click();
	await expect(grace.getByRole('heading', { name: 'It’s yours' })).toBeVisible();
	await expect(grace.getByText('Your fee of €5.00 goes back to you')).toBeVisible();
	await show(grace, 'resource-fee-back');
	await mail('grace@example.org', /Your fee of €5\.00 goes back to you/);
});
