// A deposit by bank transfer: the venue takes transfers, a guest reads on their page, without a
// script, and in their mail how to pay, and the bank's statement confirms the booking; what is too
// little is put to its booking at the desk.
import { desktop, phone } from '../fixtures/looks';
import { member } from '../fixtures/signing-in';
import { statement } from '../fixtures/statement';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';

test.use({ serverOptions: { command: 'demo' } });

const account = 'DE02 1203 0000 0000 2020 51';
const groups = /^RF\d\d ([0-9A-Z]{4} ){4}[0-9A-Z]{4}$/;

test('a deposit by bank transfer', async ({ site }) => {
	const { call, check, mail, person, show } = site;
	await call('PUT', '/v1/organization/bank-account', { iban: account, holder: 'Nordlicht e. V.' });
	const terms = { currency: 'EUR', price_per_hour: 4500, deposit_percent: 30, pay_within_hours: 72 };
	const venue = await call('POST', '/v1/venues', { name: 'Old mill', timezone: 'Europe/Berlin', booking_terms: terms });
	await call('POST', `/v1/venues/${venue.id}/rooms`, { name: 'Hall' });
	await call('PATCH', `/v1/venues/${venue.id}`, { public_page: true, guest_bookings: true });

	// The venue takes transfers.
	const owner = await person({ viewport: desktop, storageState: await member(site, 'kim@organizers.example', 'Kim', 'owner') });
	const dialog = owner.getByRole('dialog');
	await owner.goto(`/manage/venues/${venue.id}`);
	await owner.getByRole('button', { name: say.calendar('terms') }).click();
	await dialog.getByLabel(say.calendar('terms.transfers'), { exact: true }).check();
	await check(owner, 'what bookings cost, by transfer');
	await show(owner, 'manage-booking-terms-transfer');
	await dialog.getByRole('button', { name: say.core('save') }).click();
	await expect(dialog).toBeHidden();
	expect((await call('GET', `/v1/venues/${venue.id}`)).booking_terms.bank_transfer).toBe(true);

	// A guest asks, confirms the address, and reads how to pay.
	const grace = await person({ viewport: phone, locale: 'en-GB', javaScriptEnabled: false });
	await grace.goto(`/venues/${venue.id}`);
	const day = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
	await grace.getByLabel('Date', { exact: true }).fill(day);
	await grace.getByLabel('Starts').fill('18:00');
	await grace.getByLabel('Ends').fill('20:00');
	await grace.getByLabel('Number of people').fill('20');
	await grace.getByLabel('Your name').fill('Grace');
	await grace.getByLabel('Your email address').fill('grace@example.org');
	await grace.getByRole('button', { name: 'Continue' }).click();
	const link = await mail('grace@example.org', /http[^"<>& ]*\/b\/[\w.-]+/);
	await grace.goto(link);
	await grace.getByRole('button').first().click();
	await expect(grace.getByText(`IBAN ${account}`)).toBeVisible();
	await expect(grace.getByText('€27.00').first()).toBeVisible();
	const reference = (await grace.getByText(groups).textContent())!;
	await expect(grace.getByRole('img', { name: 'QR code with the details of the transfer' })).toBeVisible();
	await mail('grace@example.org', new RegExp(`IBAN ${account}[^]*${reference}`));
	const seen = await person({ viewport: phone, locale: 'en-GB' });
	await seen.goto(link);
	await check(seen, 'a deposit to transfer');
	await show(seen, 'venue-guest-transfer', true);

	// Staff see the same with the booking.
	const { items } = await call('GET', `/v1/venues/${venue.id}/bookings`);
	await owner.goto(`/manage/venues/${venue.id}?booking=${items[0].id}`);
	await expect(dialog.getByText(reference)).toBeVisible();
	await check(owner, 'a booking to be paid by transfer');
	await show(owner, 'manage-booking-transfer');

	// The bank's statement: too little is at the desk, and is put to the booking; the rest confirms it.
	await owner.goto('/manage/bank');
	await owner.locator('input[type=file]').setInputFiles(statement('november.xml', [['Grace', 2000, `Deposit ${reference.toLowerCase()}`]]));
	await expect(owner.getByText(say.bank('read', { name: 'november.xml' }))).toBeVisible();
	await owner.getByRole('button', { name: say.bank('lookAt', { amount: '€20.00', name: 'Grace' }) }).click();
	await expect(dialog.getByText(say.bank('detail.booking'))).toBeVisible();
	await expect(dialog.getByText(say.bank('part.deposit', { venue: 'Old mill' }))).toBeVisible();
	await check(owner, 'a transfer for a booking');
	await show(owner, 'manage-bank-booking');
	await dialog
		.getByRole('button', { name: say.bank('assign.to', { name: 'Grace' }) })
		.first()
		.click();
	await expect(owner.getByText(say.bank('assigned.part', { amount: '€7.00' }))).toBeVisible();
	const rest = statement('rest.xml', [['Grace', 700, reference]]);
	await owner.locator('input[type=file]').setInputFiles(rest);
	await expect(owner.locator('[data-transaction]')).toHaveCount(0);
	await owner.locator('input[type=file]').setInputFiles(rest);
	await expect(owner.getByText(say.bank('read.again'))).toBeVisible();
	await grace.reload();
	await expect(grace.getByRole('heading', { level: 1, name: 'Your booking is confirmed' })).toBeVisible();
	await expect(grace.getByText(groups), 'the rest has a reference of its own').not.toHaveText(reference);
	await owner.goto(`/manage/venues/${venue.id}?booking=${items[0].id}`);
	await expect(dialog.getByText(say.calendar('status.confirmed'))).toBeVisible();
	await expect(dialog.getByText(new RegExp(say.calendar('pay.transfer'))).first()).toBeVisible();
	await show(owner, 'manage-booking-transferred');
});
