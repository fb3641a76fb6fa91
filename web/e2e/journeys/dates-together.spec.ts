// Several dates with one payment: a guest books every week without a script, reads on the page of the
// booking which dates are to be paid and what they come to, pays them at once, and gives one up; the
// mails list the dates.
import { phone } from '../fixtures/looks';
import { expect, test } from '../fixtures/test';

test.use({ serverOptions: { command: 'demo' } });

test('several dates are paid at once', async ({ site }) => {
	const { call, check, mail, person, show } = site;
	const terms = { currency: 'EUR', price_per_hour: 4500, deposit_percent: 30, pay_within_hours: 72, refunds: [{ days_before: 7, percent: 100 }] };
	const venue = await call('POST', '/v1/venues', { name: 'Old mill', timezone: 'Europe/Berlin', booking_terms: terms });
	await call('POST', `/v1/venues/${venue.id}/rooms`, { name: 'Hall' });
	await call('PATCH', `/v1/venues/${venue.id}`, { public_page: true, guest_bookings: true });

	const grace = await person({ viewport: phone, locale: 'en-GB', javaScriptEnabled: false });
	await grace.goto(`/venues/${venue.id}`);
	const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
	await grace.getByLabel('Date', { exact: true }).fill(day(60));
	await grace.getByLabel('Starts').fill('18:00');
	await grace.getByLabel('Ends').fill('20:00');
	await grace.locator('[name=repeats]').selectOption('weekly');
	await grace.locator('[name=until]').fill(day(60 + 14));
	await grace.getByLabel('Number of people').fill('20');
	await grace.getByLabel('Your name').fill('Grace');
	await grace.getByLabel('Your email address').fill('grace@example.org');
	await grace.getByRole('button', { name: 'Continue' }).click();
	const link = await mail('grace@example.org', /http[^"<>& ]*\/b\/[\w.-]+/);
	await grace.goto(link);
	await grace.getByRole('button').first().click();

	// What is looked at is the same with a script.
	const seen = await person({ viewport: phone, locale: 'en-GB' });
	const look = async (what: string, picture: string, at = link) => {
		await seen.goto(at);
		await check(seen, what);
		await show(seen, picture, true);
	};

	// The page lists the dates and what is to be paid for each; one button pays all of them.
	const dates = grace.getByRole('listitem').filter({ hasText: '€27.00' });
	await expect(dates).toHaveCount(3);
	await look('dates to pay together', 'booking-dates-to-pay');
	await grace.getByRole('button', { name: 'Pay the deposits of 3 dates: €81.00' }).click();
	await grace.getByRole('link', { name: /payment/i }).click();
	await grace.waitForURL(/\/testpay\//);
	await expect(grace.getByText('€81.00').first()).toBeVisible();
	await grace.getByRole('button', { name: /^Pay €[0-9.,]+$/ }).click();
	await grace.goto(link);
	await expect(grace.getByRole('listitem').filter({ hasText: 'Confirmed' })).toHaveCount(3);
	await look('dates that are paid', 'booking-dates-paid');

	// One date is given up; what goes back is its own deposit.
	await grace.getByRole('listitem').filter({ hasText: 'Confirmed' }).nth(1).getByRole('link').click();
	await expect(grace.getByText('€27.00').first()).toBeVisible();
	await grace.getByText('Cancel booking', { exact: true }).click();
	await grace.locator('form[action$="/cancel"]').getByRole('button').click();
	await grace.goto(link);
	await expect(grace.getByRole('listitem').filter({ hasText: 'Confirmed' })).toHaveCount(2);
	await expect(grace.getByRole('listitem').filter({ hasText: 'Cancelled' })).toHaveCount(1);
	await look('dates of which one is given up', 'booking-dates-one-cancelled');
});
