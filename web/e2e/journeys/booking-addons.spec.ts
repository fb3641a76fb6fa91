// What a booking has beside rooms: the venue offers it, it is chosen with the rooms, and what is
// not left is said before anything is booked; the deposit and the rest have invoices.
import { desktop, phone } from '../fixtures/looks';
import { member } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';

test.use({ serverOptions: { command: 'demo' } });

/** A date so many days ahead on the clocks of Berlin. */
const date = (days: number) => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(Date.now() + days * 86_400_000);
const t = say.calendar;

test('a booking with add-ons', async ({ site }) => {
	const { call, check, person, show } = site;
	await call('PUT', '/v1/organization/invoicing', {
		enabled: true,
		legal_name: 'Old mill GmbH',
		street: 'Am Bach 1',
		city: 'Hamburg',
		country: 'DE',
		vat_id: 'DE123456789',
		prefix: 'MILL',
		language: 'en',
		timezone: 'Europe/Berlin'
	});
	const venue = await call('POST', '/v1/venues', {
		name: 'Old mill',
		timezone: 'Europe/Berlin',
		booking_terms: { currency: 'EUR', price_per_hour: 4500, tax_rate_bp: 1900, deposit_percent: 30, pay_within_hours: 48, balance_days_before: 14 }
	});
	const hall = await call('POST', `/v1/venues/${venue.id}/rooms`, { name: 'Hall' });
	await call('POST', `/v1/venues/${venue.id}/rooms`, { name: 'Cellar' });
	const paula = await person({ viewport: desktop, storageState: await member(site, 'paula@organizers.example', 'Paula', 'organizer') });
	await paula.goto(`/manage/venues/${venue.id}?view=day&date=${date(60)}`);

	// The venue offers two screens, and coffee.
	const dialog = paula.getByRole('dialog');
	await paula.getByRole('button', { name: t('addons'), exact: true }).click();
	await dialog.getByRole('button', { name: t('addon.add') }).click();
	await dialog.getByLabel(t('addon.name')).fill('Screen');
	await dialog.getByRole('textbox', { name: new RegExp(`^${t('addon.price')}`) }).fill('12.50');
	await dialog.getByLabel(t('addon.tax')).fill('19');
	await dialog.getByLabel(t('addon.many')).fill('2');
	await check(paula, 'an add-on of a venue');
	await show(paula, 'manage-addon');
	await dialog.getByRole('button', { name: say.core('save') }).click();
	await expect(dialog.getByText('Screen', { exact: true })).toBeVisible();
	await show(paula, 'manage-addons');
	await paula.keyboard.press('Escape');
	await call('POST', `/v1/venues/${venue.id}/add-ons`, { name: 'Coffee', unit: 'person', price: 350, tax_rate_bp: 700 });
	const offered = (await call('GET', `/v1/venues/${venue.id}/add-ons`)).items as { id: string; name: string }[];
	const screen = offered.find((a) => a.name === 'Screen');

	// Somebody else has a screen at that time: two are not left, one is.
	const starts = new Date(`${date(60)}T09:00:00Z`);
	const hours = (n: number) => new Date(starts.getTime() + n * 3_600_000).toISOString();
	await call('POST', `/v1/venues/${venue.id}/bookings`, {
		rooms: [hall.id],
		starts_at: hours(-4),
		ends_at: hours(6),
		purpose: 'Fair',
		add_ons: [{ add_on_id: screen!.id }]
	});
	await paula.goto(`/manage/venues/${venue.id}?view=day&date=${date(60)}`);
	await paula.getByRole('button', { name: t('new') }).click();
	await dialog.getByLabel(t('form.purpose')).fill('Choir');
	await dialog.getByLabel('Cellar').check();
	await dialog.getByLabel(t('addon.count.piece', { name: 'Screen' })).fill('2');
	await dialog.getByLabel(t('addon.count.person', { name: 'Coffee' })).fill('20');
	await expect(dialog.getByText(t('conflict.addon', { n: 1, name: 'Screen' }))).toBeVisible();
	await check(paula, 'an add-on that is taken');
	await show(paula, 'manage-addon-taken');
	await dialog.getByLabel(t('addon.count.piece', { name: 'Screen' })).fill('1');
	await expect(dialog.getByText(t('free.pending_deposit'))).toBeVisible();
	await expect(dialog.getByText('€127.50')).toBeVisible(); // 45 + 12.50 + 20 × 3.50
	await dialog.getByRole('button', { name: t('form.book') }).click();
	await expect(paula.getByText(t('done.pending_deposit'))).toBeVisible();

	// The booking says what it has, on a phone too, and is changed.
	const { items } = await call('GET', `/v1/venues/${venue.id}/bookings`);
	const booking = (items as { id: string; purpose: string }[]).find((b) => b.purpose === 'Choir')!;
	const small = await person({ viewport: phone, storageState: await member(site, 'pia@organizers.example', 'Pia', 'organizer') });
	await small.goto(`/manage/venues/${venue.id}?booking=${booking.id}`);
	const card = small.getByRole('dialog');
	await expect(card.getByText('1 × Screen · €12.50 20 × Coffee · €70.00')).toBeVisible();
	await card.getByRole('button', { name: t('addon.change') }).click();
	await card.getByLabel(t('addon.count.person', { name: 'Coffee' })).fill('30');
	await check(small, 'add-ons that are changed');
	await show(small, 'manage-booking-addons');
	await card.getByRole('button', { name: t('pay.save') }).click();
	await expect(small.getByText(t('addon.changed'))).toBeVisible();
	expect((await call('GET', `/v1/bookings/${booking.id}`)).cost.price).toBe(4500 + 1250 + 30 * 350);

	// Its deposit has an invoice, to be made out to a company.
	await call('POST', `/v1/bookings/${booking.id}:mark-paid`, { part: 'deposit', reference: 'Receipt 1' });
	await paula.goto(`/manage/venues/${venue.id}?booking=${booking.id}`);
	const year = new Date().getFullYear();
	await expect(dialog.getByText(say.billing('invoice', { number: `MILL-${year}-000001` }))).toBeVisible();
	const pdf = await paula.request.get((await dialog.getByRole('link', { name: new RegExp(`MILL-${year}-000001`) }).getAttribute('href'))!);
	expect(pdf.headers()['content-type']).toContain('application/pdf');
	await dialog.getByText(say.billing('change')).click();
	await dialog.getByLabel(say.billing('company')).fill('Harbour Choir');
	await dialog.getByLabel(say.billing('street')).fill('Quay 2');
	await dialog.getByLabel(say.billing('city')).fill('Hamburg');
	await dialog.getByLabel(say.billing('country')).selectOption('DE');
	await check(paula, 'the invoice of a booking');
	await show(paula, 'manage-booking-invoice');
	await dialog.getByRole('button', { name: say.billing('save') }).click();
	await expect(dialog.getByText(say.billing('invoice', { number: `MILL-${year}-000003` }))).toBeVisible();
	await paula.goto('/manage/invoices');
	await expect(paula.getByText(`MILL-${year}-000003`)).toBeVisible();
});
