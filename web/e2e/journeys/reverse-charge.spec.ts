// Reverse charge: an owner turns it on for online events, a company of another country says who it
// is before it pays, pays the net price, and its invoice says so.
import type { Locator } from '@playwright/test';
import { patience } from '../fixtures/browser';
import { desktop, phone } from '../fixtures/looks';
import { member } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';
import { order, pay, sale } from './buying';

// The server of `holdfast demo` takes payments at the test provider.
test.use({ serverOptions: { command: 'demo' } });

const t = say.invoicing;
const b = say.billing;

test('a company of another country buys', async ({ site }) => {
	const { call, person, check, show } = site;
	const nora = await person({ storageState: await member(site, 'nora@organizers.example', 'Nora', 'owner'), viewport: desktop });
	await nora.goto('/manage/invoices');
	await nora.getByLabel(t('enabled')).check();
	for (const [field, text] of [
		['legal_name', 'Seaside Events GmbH'],
		['street', 'Am Hafen 1'],
		['postal_code', '20457'],
		['city', 'Hamburg'],
		['country', 'DE'],
		['prefix', 'SEA'],
		['tax_number', '12/345/67890']
	] as const)
		await nora.getByLabel(t(field)).fill(text);
	// It needs a VAT id, and rates are those of countries.
	await nora.getByLabel(t('reverse_charge')).check();
	await nora.getByLabel(t('buyer_rates')).fill('AT 20\nFR much');
	await nora.getByRole('button', { name: say.core('save') }).click();
	await expect(nora.getByLabel(t('buyer_rates'))).toHaveAttribute('aria-invalid', 'true');
	await show(nora, 'manage-invoices-reverse-charge');
	await nora.getByLabel(t('buyer_rates')).fill('AT 20');
	await nora.getByLabel(t('vat_id')).fill('DE136695976');
	await nora.getByRole('button', { name: say.core('save') }).click();
	await expect(nora.getByText(t('saved'))).toBeVisible();
	await check(nora, 'reverse charge in the settings');

	const event = await sale(call, { title: 'Lanterna online', location: '', online_url: 'https://meet.example/lanterna' });
	const ada = await person({ viewport: phone });
	await order(ada, event, 'Regular', 2, 'Ada Lovelace', 'ada@example.org');
	await expect(ada.getByRole('button', { name: 'Pay €48.00' })).toBeVisible();
	// By keyboard; what is wrong is named, and the price stays.
	await ada.getByText(b('business'), { exact: true }).focus();
	await ada.keyboard.press('Enter');
	await ada.getByLabel(b('company')).fill('Lovelace SARL');
	await ada.getByLabel(b('vat')).fill('FR 41 303265045');
	await ada.getByLabel(b('street')).fill('Rue du Port 1');
	await ada.getByLabel(b('city')).fill('Brest');
	await expect(ada.getByLabel(b('country'), { exact: true })).toHaveValue('FR'); // by the number
	await ada.getByLabel(b('city')).press('Enter');
	await expect(ada.getByLabel(b('vat'))).toBeFocused();
	await expect(ada.getByRole('button', { name: 'Pay €48.00' })).toBeVisible();
	await show(ada, 'order-business-wrong');
	await ada.getByLabel(b('vat')).fill('FR 40 303265045');
	await ada.getByRole('button', { name: b('business.apply') }).click();
	await expect(ada.getByText(b('business.reverse', { country: 'France' }))).toBeVisible();
	await expect(ada.getByRole('button', { name: 'Pay €40.34' })).toBeVisible();
	await expect(ada.getByText(b('business.total', { amount: '€40.34' }))).toBeVisible();
	const top = async (what: Locator) => (await what.boundingBox())!.y;
	expect(await top(ada.getByText(b('business'), { exact: true })), 'who buys stands beside the price').toBeLessThan(
		await top(ada.getByRole('heading', { name: say.checkout('who.title') }))
	);
	await check(ada, 'an order of a company');
	await show(ada, 'order-business');
	// At home in Austria and no company: the tax is another, and the price what it was.
	await ada.getByLabel(b('country'), { exact: true }).selectOption('AT');
	await ada.getByLabel(b('vat')).fill('');
	await ada.getByRole('button', { name: b('business.apply') }).click();
	await expect(ada.getByText(b('business.place', { country: 'Austria', rate: '20' }))).toBeVisible();
	await expect(ada.getByRole('button', { name: 'Pay €48.00' })).toBeVisible();
	await ada.getByLabel(b('country'), { exact: true }).selectOption('FR');
	await ada.getByLabel(b('vat')).fill('FR40303265045');
	await ada.getByRole('button', { name: b('business.apply') }).click();
	await expect(ada.getByRole('button', { name: 'Pay €40.34' })).toBeVisible();
	await pay(ada);
	const number = `SEA-${new Date().getFullYear()}-000001`;
	await nora.goto('/manage/invoices');
	await expect(nora.getByRole('link', { name: number, exact: true })).toBeVisible({ timeout: patience });
	await expect(nora.getByText('€40.34').first()).toBeVisible();
	const [link] = (await call('GET', '/v1/invoices')).items;
	const xml = await nora.request.get(`/v1/orders/${link.order_id}/invoices/${link.id}/document.xml`);
	expect(await xml.text()).toContain('VATEX-EU-AE');
});
