// A booking of rooms that costs something: its price and rule before it is booked, the deposit on
// the page of a provider, the rest by hand, and what goes back.
import { desktop } from '../fixtures/looks';
import { member } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';

test.use({ serverOptions: { command: 'demo' } });

/** A date so many days ahead on the clocks of Berlin. */
const date = (days: number) => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(Date.now() + days * 86_400_000);

test('a booking with a deposit', async ({ site }) => {
	const { call, check, person, show } = site;
	const venue = await call('POST', '/v1/venues', { name: 'Old mill', timezone: 'Europe/Berlin' });
	await call('POST', `/v1/venues/${venue.id}/rooms`, { name: 'Hall' });
	const petra = await person({ viewport: desktop, storageState: await member(site, 'paula@organizers.example', 'Paula', 'organizer') });
	await petra.goto(`/manage/venues/${venue.id}?view=day&date=${date(60)}`);

	// The venue says what its time costs.
	const dialog = petra.getByRole('dialog');
	await petra.getByRole('button', { name: say.calendar('terms') }).click();
	await dialog.getByLabel(say.calendar('terms.currency')).selectOption('EUR');
	await dialog.getByLabel(say.calendar('terms.hour')).fill('45');
	await dialog.getByLabel(say.calendar('terms.percent')).fill('30');
	await dialog.getByLabel(say.calendar('terms.balance')).fill('14');
	await dialog.getByRole('button', { name: say.calendar('terms.add') }).click();
	await dialog.getByLabel(say.calendar('terms.days'), { exact: true }).fill('30');
	await dialog.getByLabel(say.calendar('terms.back'), { exact: true }).fill('50');
	await check(petra, 'what bookings cost');
	await show(petra, 'manage-booking-terms');
	await dialog.getByRole('button', { name: say.core('save') }).click();
	await expect(dialog).toBeHidden();

	// Before it is booked the form says what it costs, and what goes back.
	await petra.getByRole('button', { name: say.calendar('new') }).click();
	await dialog.getByLabel(say.calendar('form.purpose')).fill('Choir');
	await expect(dialog.getByText(say.calendar('free.pending_deposit'))).toBeVisible();
	await expect(dialog.getByText('€13.50')).toBeVisible();
	await check(petra, 'a booking that costs something');
	await show(petra, 'manage-booking-cost');
	await dialog.getByRole('button', { name: say.calendar('form.book') }).click();
	await expect(petra.getByText(say.calendar('done.pending_deposit'))).toBeVisible();

	// Its deposit is paid on the page of the provider, whose word confirms it.
	const { items } = await call('GET', `/v1/venues/${venue.id}/bookings`);
	await petra.goto(`/manage/venues/${venue.id}?booking=${items[0].id}`);
	await expect(dialog.getByText(say.calendar('status.pending_deposit'))).toBeVisible();
	await check(petra, 'a deposit to pay');
	await show(petra, 'manage-booking-deposit');
	await dialog.getByRole('button', { name: say.calendar('pay.deposit', { amount: '€13.50' }) }).click();
	await petra.waitForURL(/\/testpay\//);
	await petra.getByRole('button', { name: /^Pay €[0-9.,]+$/ }).click();
	await petra.waitForURL(new RegExp(`/manage/venues/${venue.id}`));
	await expect(dialog.getByText(say.calendar('status.confirmed'))).toBeVisible();

	// The rest by hand; cancelling says what goes back before it is done.
	await dialog.getByRole('button', { name: say.calendar('pay.paid') }).click();
	await dialog.getByLabel(say.calendar('pay.reference')).fill('Receipt 12');
	await dialog.getByRole('button', { name: say.calendar('pay.save') }).click();
	await petra.goto(`/manage/venues/${venue.id}?booking=${items[0].id}`);
	await expect(dialog.getByText(say.calendar('cost.deposit.paid'), { exact: true })).toHaveCount(2);
	await dialog.getByRole('button', { name: say.calendar('cancel') }).click();
	await expect(dialog.getByText(say.calendar('cancel.back', { amount: '€22.50' }))).toBeVisible();
	await check(petra, 'cancelling what was paid');
	await show(petra, 'manage-booking-cancel');
	await dialog.getByRole('button', { name: say.calendar('cancel.yes') }).click();
	await expect(dialog).toBeHidden();
});
