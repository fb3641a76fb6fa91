// Guests of a venue who come second, without a script: they read what is in the way and take the nearest free
// time with one button, before they are mailed and when they confirm; of what repeats they book the other dates.
// They read what add-ons cost before they have them, and say who the invoice is to.
import { phone } from '../fixtures/looks';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';

test.use({ serverOptions: { command: 'demo' } });

const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);

test('guests who come second', async ({ site }) => {
	const { call, check, mail, person, show } = site;
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
	const terms = { currency: 'EUR', price_per_hour: 4500, deposit_percent: 30, pay_within_hours: 72, refunds: [{ days_before: 7, percent: 100 }] };
	const venue = await call('POST', '/v1/venues', { name: 'Old mill', timezone: 'UTC', booking_terms: terms });
	const hall = await call('POST', `/v1/venues/${venue.id}/rooms`, { name: 'Hall' });
	const cellar = await call('POST', `/v1/venues/${venue.id}/rooms`, { name: 'Cellar' });
	await call('POST', `/v1/venues/${venue.id}/add-ons`, { name: 'Coffee', unit: 'person', price: 350 });
	await call('PATCH', `/v1/venues/${venue.id}`, { public_page: true, guest_bookings: true });
	const book = (ahead: number, from: string, to: string, rooms = [cellar.id]) =>
		call('POST', `/v1/venues/${venue.id}/bookings`, {
			rooms,
			starts_at: `${day(ahead)}T${from}:00Z`,
			ends_at: `${day(ahead)}T${to}:00Z`,
			purpose: 'Board of directors'
		});
	await book(60, '10:00', '12:00');

	// On the page of the venue: nothing that was typed is lost, and nobody reads what the others do there.
	const grace = await person({ viewport: phone, locale: 'en-GB', javaScriptEnabled: false });
	const ask = async (ahead: number, from: string, to: string) => {
		await grace.goto(`/venues/${venue.id}`);
		await grace.getByLabel('Cellar').check();
		await grace.getByLabel('Date', { exact: true }).fill(day(ahead));
		await grace.getByLabel('Starts').fill(from);
		await grace.getByLabel('Ends').fill(to);
		await grace.getByLabel('Number of people').fill('20');
		await grace.getByLabel('What is it for?').fill('Choir');
		await grace.getByLabel('Your name').fill('Grace');
		await grace.getByLabel('Your email address').fill('grace@example.org');
	};
	await ask(60, '11:00', '13:00');
	await grace.getByRole('button', { name: 'Continue' }).click();
	const form = grace.locator('form[aria-labelledby=book]');
	await expect(form.getByRole('alert')).toBeVisible();
	await expect(form.getByRole('listitem').filter({ hasText: 'Cellar' })).toContainText('10:00 to 12:00');
	await expect(grace.getByText('Board of directors')).toHaveCount(0);
	await expect(grace.getByLabel('What is it for?')).toHaveValue('Choir');
	// The same with a script, as somebody looks at it.
	const seen = await person({ viewport: phone, locale: 'en-GB' });
	await seen.goto(`/venues/${venue.id}`);
	await seen.getByLabel('Cellar').check();
	await seen.getByLabel('Date', { exact: true }).fill(day(60));
	await seen.getByLabel('Starts').fill('11:00');
	await seen.getByLabel('Ends').fill('13:00');
	await seen.getByLabel('Number of people').fill('20');
	await seen.getByLabel('Your name').fill('Ada');
	await seen.getByLabel('Your email address').fill('ada@example.org');
	// Enter sends the form as it is, and takes no other time.
	await seen.getByLabel('Your name').press('Enter');
	await expect(seen.getByText('The nearest free times')).toBeInViewport();
	await seen.getByLabel('Your name').press('Enter');
	await expect(seen.getByText('The nearest free times')).toBeInViewport();
	await check(seen, 'a time that is taken');
	await show(seen, 'guest-taken', true);
	await grace.getByRole('button', { name: /12:00 to 14:00/ }).click();
	await expect(grace.getByRole('heading', { level: 1, name: 'Check your inbox' })).toBeVisible();

	// When it is confirmed, too.
	await book(60, '12:00', '14:00');
	const link = await mail('grace@example.org', /http[^"<>& ]*\/b\/[\w.-]+/);
	await grace.goto(link);
	await grace.getByRole('button', { name: 'Confirm and book' }).click();
	await expect(grace.getByRole('listitem').filter({ hasText: 'Cellar' })).toContainText('12:00 to 14:00');
	await seen.goto(link);
	await seen.getByRole('button', { name: 'Confirm and book' }).click();
	await check(seen, 'a time that was taken before it was confirmed');
	await show(seen, 'guest-taken-confirming');
	await grace.getByRole('button', { name: /14:00 to 16:00/ }).click();
	await expect(grace.getByRole('heading', { level: 1, name: 'Pay the deposit to confirm' })).toBeVisible();
	await expect(grace.locator('dd').first()).toContainText('14:00 to 16:00');

	// Add-ons: the new total first, with a script and without.
	for (const [who, count, total] of [
		[grace, '20', '€160.00'],
		[seen, '30', '€195.00']
	] as const) {
		await who.goto(link);
		await who.getByText('Change add-ons').click();
		await who.getByLabel('Coffee').fill(count);
		const adding = who.locator('form[action$="/add-ons#adding"]');
		await adding.getByRole('button', { name: 'Save' }).click();
		await expect(who.getByRole('status').filter({ hasText: 'This changes what you pay' })).toBeVisible();
		await expect(adding.getByText(total)).toBeInViewport();
		if (who === seen) {
			await check(seen, 'what add-ons would cost');
			await show(seen, 'guest-addons-cost', true);
		}
		await adding.getByRole('button', { name: 'Save' }).click();
		await expect(who.getByRole('status').filter({ hasText: 'This changes what you pay' })).toHaveCount(0);
		await expect(who.locator('dl').first().getByText(total)).toBeVisible();
	}

	// Who the invoice is to: a field that is wrong is named, and what is right is kept.
	await grace.getByText(say.billing('change')).click();
	await grace.getByLabel(say.billing('company')).fill('Harbour Choir');
	await grace.getByLabel(say.billing('street')).fill('Quay 2');
	await grace.getByLabel(say.billing('postal')).fill('20457');
	await grace.getByRole('textbox', { name: say.billing('city') }).fill('Hamburg');
	await grace.locator('[name=country]').selectOption('DE');
	await grace.getByLabel(say.billing('vat')).fill('DE123');
	await grace.getByRole('button', { name: say.billing('save') }).click();
	await expect(grace.getByLabel(say.billing('vat'))).toHaveAttribute('aria-invalid', 'true');
	await expect(grace.getByLabel(say.billing('company'))).toHaveValue('Harbour Choir');
	await grace.getByLabel(say.billing('vat')).fill('DE136695976');
	await grace.getByRole('button', { name: say.billing('save') }).click();
	await expect(grace.getByText(say.billing('saved'), { exact: true })).toBeVisible();
	await seen.goto(link);
	await check(seen, 'who a booking is invoiced to');
	await show(seen, 'guest-invoice-to', true);
	await grace.getByRole('button', { name: /^Pay deposit/ }).click();
	await grace.getByRole('link', { name: /payment/i }).click();
	await grace.waitForURL(/\/testpay\//);
	await grace.getByRole('button', { name: /^Pay €[0-9.,]+$/ }).click();
	await grace.goto(link);
	await expect(grace.getByText('Harbour Choir')).toBeVisible();
	const xml = await grace.request.get((await grace.getByRole('link', { name: 'XML' }).getAttribute('href'))!);
	expect(await xml.text()).toContain('>DE136695976<');
	await seen.goto(link);
	await check(seen, 'a booking that is invoiced');
	await show(seen, 'guest-invoiced', true);

	// Of what repeats, the dates that are taken are listed, and the others are booked with one button.
	await book(77, '18:00', '20:00', [hall.id, cellar.id]);
	await ask(70, '18:00', '20:00');
	await grace.locator('[name=repeats]').selectOption('weekly');
	await grace.locator('[name=until]').fill(day(70 + 14));
	await grace.getByRole('button', { name: 'Continue' }).click();
	await expect(grace.getByText('Not available: 1 of 3 dates')).toBeVisible();
	await seen.goto(`/venues/${venue.id}`);
	await seen.getByLabel('Cellar').check();
	await seen.getByLabel('Date', { exact: true }).fill(day(70));
	await seen.getByLabel('Starts').fill('18:00');
	await seen.getByLabel('Ends').fill('20:00');
	await seen.locator('[name=repeats]').selectOption('weekly');
	await seen.locator('[name=until]').fill(day(70 + 14));
	await seen.getByLabel('Number of people').fill('20');
	await seen.getByLabel('Your name').fill('Ada');
	await seen.getByLabel('Your email address').fill('ada@example.org');
	await seen.getByRole('button', { name: 'Continue' }).click();
	await check(seen, 'dates that are taken');
	await show(seen, 'guest-dates-taken', true);
	await grace.getByRole('button', { name: 'Book only the free dates' }).click();
	await expect(grace.getByRole('heading', { level: 1, name: 'Check your inbox' })).toBeVisible();
});
