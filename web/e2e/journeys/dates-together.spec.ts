// Several dates with one payment: a guest books every week without a script, reads on the page of the
// booking which dates are to be paid and what they come to, pays them at once, and gives one up; the
// mails list the dates. And with one bank transfer: its reference is on the page, in the mail and with
// the booking at the venue, a statement confirms all dates, and what is too little is put to two of them
// at the desk; a member pays what is left on one page.
import { desktop, phone } from '../fixtures/looks';
import { member } from '../fixtures/signing-in';
import { statement } from '../fixtures/statement';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';

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

	// The page lists the dates and what is to be paid for each; one button pays all of them, and one,
	// which says so, this date alone.
	await expect(grace.getByRole('button', { name: 'Pay only this date’s deposit: €27.00' })).toHaveClass('no');
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

test('several dates by one bank transfer', async ({ site }) => {
	const { call, check, mail, person, show } = site;
	await call('PUT', '/v1/organization/bank-account', { iban: 'DE02 1203 0000 0000 2020 51', holder: 'Nordlicht e. V.' });
	const terms = { currency: 'EUR', price_per_hour: 4500, deposit_percent: 30, pay_within_hours: 72, bank_transfer: true };
	const venue = await call('POST', '/v1/venues', { name: 'Old mill', timezone: 'Europe/Berlin', booking_terms: terms });
	const room = await call('POST', `/v1/venues/${venue.id}/rooms`, { name: 'Hall' });
	await call('PATCH', `/v1/venues/${venue.id}`, { public_page: true, guest_bookings: true });
	const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
	const asks = async (email: string, name: string, ahead: number) => {
		const at = (hour: string) => `${day(ahead)}T${hour}:00:00Z`;
		await call('POST', `/v1/public/venues/${venue.id}/bookings`, {
			...{ name, email, locale: 'en-GB', rooms: [room.id], starts_at: at('18'), ends_at: at('20'), people: 20, rrule: 'FREQ=WEEKLY;COUNT=3' }
		});
		const link = await mail(email, /http[^"<>& ]*\/b\/[\w.-]+/);
		const guest = await person({ viewport: phone, locale: 'en-GB', javaScriptEnabled: false });
		await guest.goto(link);
		await guest.getByRole('button').first().click();
		return { guest, link };
	};
	const groups = /RF\d\d ([0-9A-Z]{4} ){4}[0-9A-Z]{4}/;
	const { guest: grace, link } = await asks('grace@example.org', 'Grace', 60);
	const row = grace.getByRole('definition').filter({ hasText: '€81.00' });
	const reference = groups.exec((await row.textContent())!)![0];
	await expect(grace.getByText('For 3 dates at once')).toBeVisible();
	await expect(grace.getByText('For this date alone')).toBeVisible();
	await expect(grace.getByRole('img', { name: 'QR code with the details of the transfer' })).toHaveCount(1);
	await mail('grace@example.org', new RegExp(`€81.00[^]*${reference}`));
	const seen = await person({ viewport: phone, locale: 'en-GB' });
	await seen.goto(link);
	await check(seen, 'dates to transfer together');
	await show(seen, 'booking-dates-transfer', true);

	// The venue sees the same with the booking, and pays several dates from there, too.
	const owner = await person({ viewport: desktop, storageState: await member(site, 'kim@organizers.example', 'Kim', 'owner') });
	const dialog = owner.getByRole('dialog');
	const { items } = await call('GET', `/v1/venues/${venue.id}/bookings`);
	await owner.goto(`/manage/venues/${venue.id}?booking=${items[0].id}`);
	await expect(dialog.getByText(reference)).toBeVisible();
	await expect(dialog.getByText(say.calendar('pay.transfer.together', { n: 3 }))).toBeVisible();
	await expect(dialog.getByText(say.calendar('pay.transfer.alone'))).toBeVisible();
	await check(owner, 'a booking of several dates to be paid');
	await show(owner, 'manage-booking-dates-transfer', true);

	// The statement has all of it.
	await owner.goto('/manage/bank');
	await owner.locator('input[type=file]').setInputFiles(statement('all.xml', [['Grace', 8100, `Deposits ${reference.toLowerCase()}`]]));
	await expect(owner.getByText(say.bank('read', { name: 'all.xml' }))).toBeVisible();
	await expect(owner.locator('[data-transaction]')).toHaveCount(0);
	await grace.reload();
	await expect(grace.getByRole('listitem').filter({ hasText: 'Confirmed' })).toHaveCount(3);

	// Another guest transfers too little, for two of three dates.
	const { guest: ada, link: hers } = await asks('ada@example.org', 'Ada', 90);
	const other = groups.exec((await ada.getByRole('definition').filter({ hasText: '€81.00' }).textContent())!)![0];
	await owner.locator('input[type=file]').setInputFiles(statement('two.xml', [['Ada', 5400, `two of them ${other}`]]));
	await owner.getByRole('button', { name: say.bank('lookAt', { amount: '€54.00', name: 'Ada' }) }).click();
	await expect(dialog.getByText(say.bank('part.dates.deposit', { n: 3, venue: 'Old mill' })).first()).toBeVisible();
	await dialog.getByText(say.bank('dates.choose')).first().click();
	await dialog.getByRole('checkbox').nth(0).check();
	await dialog.getByRole('checkbox').nth(2).check();
	await check(owner, 'a transfer for some dates');
	await show(owner, 'manage-bank-dates', true);
	await dialog.getByRole('button', { name: say.bank('dates.assign', { n: 2, amount: '€54.00' }) }).click();
	await expect(owner.getByText(say.bank('assigned.matched'))).toBeVisible();
	await ada.goto(hers);
	await expect(ada.getByRole('listitem').filter({ hasText: 'Confirmed' })).toHaveCount(2);

	// What is left of Grace's dates is paid by a member, on one page.
	await owner.goto(`/manage/venues/${venue.id}?booking=${items[0].id}`);
	await expect(dialog.getByRole('button', { name: say.calendar('pay.alone', { amount: '€63.00' }) })).toBeVisible();
	await show(owner, 'manage-booking-dates-rest', true);
	await dialog.getByRole('button', { name: say.calendar('pay.together.balance', { n: 3, amount: '€189.00' }) }).click();
	await owner.waitForURL(/\/testpay\//);
	await expect(owner.getByText('€189.00').first()).toBeVisible();
	await owner.getByRole('button', { name: /^Pay €[0-9.,]+$/ }).click();
	await grace.goto(link);
	await expect(grace.getByRole('button', { name: /^Pay / })).toHaveCount(0);
});
