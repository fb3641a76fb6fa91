// The public page of a venue: switched on by its organization, and read by a stranger without a
// script, on a phone, in their language.
import { desktop, phone } from '../fixtures/looks';
import { drawn } from '../fixtures/pictures';
import { member } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';

const t = say.venues;

test('the public page of a venue', async ({ site }) => {
	const { call, check, mail, person, show } = site;
	const venue = await call('POST', '/v1/venues', {
		name: 'Old mill',
		address: 'Am Bach 1, 20457 Hamburg',
		coordinates: '53.5436,9.9889',
		timezone: 'Europe/Berlin',
		capacity: 300,
		facilities: ['step_free', 'hearing_loop', 'Grand piano'],
		house_rules: 'Quiet after ten.',
		booking_terms: { currency: 'EUR', price_per_hour: 4500, deposit_percent: 30, pay_within_hours: 48 },
		opening_hours: { weekly: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((weekday) => ({ weekday, opens: '09:00', closes: '22:00' })) }
	});
	const venueRooms: { id: string; name: string }[] = [];
	for (const name of ['Great hall', 'Cellar']) venueRooms.push(await call('POST', `/v1/venues/${venue.id}/rooms`, { name }));
	await call('POST', `/v1/venues/${venue.id}/add-ons`, { name: 'Coffee', unit: 'person', price: 350 });
	const stranger = await person({ viewport: phone, javaScriptEnabled: false });
	expect((await stranger.goto(`/venues/${venue.id}`))!.status()).toBe(404);

	const paula = await person({ viewport: desktop, storageState: await member(site, 'paula@organizers.example', 'Paula', 'organizer') });
	await paula.goto('/manage/venues');
	await paula.getByRole('button', { name: t('rename', { name: 'Old mill' }), exact: true }).click();
	await paula.getByLabel(t('venue.public'), { exact: true }).check();
	await paula.locator('input[type=file]').setInputFiles({ name: 'mill.webp', mimeType: 'image/webp', buffer: await drawn(paula, 'image/webp') });
	await paula.getByLabel(say.pictures('alt'), { exact: true }).fill('The mill at dusk');
	await check(paula, 'the form of a venue');
	await show(paula, 'venue-form', true);
	await paula.getByRole('button', { name: say.core('save') }).click();
	await expect.poll(async () => (await call('GET', `/v1/venues/${venue.id}`)).public_page).toBe(true);
	await paula.getByRole('button', { name: t('rename', { name: 'Great hall' }), exact: true }).click();
	await paula.locator('input[type=file]').setInputFiles({ name: 'hall.webp', mimeType: 'image/webp', buffer: await drawn(paula, 'image/webp') });
	await paula.getByLabel(say.pictures('alt'), { exact: true }).fill('Rows of chairs');
	await check(paula, 'the form of a room');
	await show(paula, 'room-form', true);
	await paula.getByRole('button', { name: say.core('save') }).click();
	await expect.poll(async () => (await call('GET', `/v1/venues/${venue.id}`)).rooms.some((room: { pictures: object[] }) => room.pictures.length)).toBe(true);

	await stranger.goto(`/venues/${venue.id}`);
	await expect(stranger.getByRole('heading', { level: 1, name: 'Old mill' })).toBeVisible();
	await expect(stranger.getByRole('heading', { level: 2, name: 'Free times' })).toBeVisible();
	await expect.poll(() => stranger.getByRole('img', { name: 'The mill at dusk' }).evaluate((i: HTMLImageElement) => i.naturalWidth > 0)).toBe(true);
	await expect(stranger.getByRole('img', { name: 'Rows of chairs' })).toBeAttached();
	await expect(stranger.getByText('Step-free access').or(stranger.getByText('Step-free'))).toBeVisible();
	const reader = await person({ viewport: phone });
	await reader.goto(`/venues/${venue.id}`);
	await check(reader, 'the page of a venue');
	await show(reader, 'venue');
	const hanna = await person({ viewport: desktop, locale: 'de-DE' });
	await hanna.goto(`/venues/${venue.id}`);
	await expect(hanna.getByRole('heading', { level: 2, name: 'Freie Zeiten' })).toBeVisible();
	await check(hanna, 'the page of a venue in German');
	await show(hanna, 'venue-german');

	// Somebody who is no member books, with an address that they confirm first.
	await call('PATCH', `/v1/venues/${venue.id}`, { guest_bookings: true });
	const grace = await person({ viewport: phone, locale: 'en-GB' });
	await grace.goto(`/venues/${venue.id}`);
	await check(grace, 'the page of a venue that guests book');
	await show(grace, 'venue-guests');
	await grace.getByRole('link', { name: 'Book rooms' }).click();
	await grace.getByLabel('Cellar').check();
	const day = new Date(Date.now() + 60 * 86_400_000);
	while (day.getUTCDay() !== 3) day.setUTCDate(day.getUTCDate() + 1);
	await grace.getByLabel('Date', { exact: true }).fill(day.toISOString().slice(0, 10));
	await grace.getByLabel('Starts').fill('18:00');
	await grace.getByLabel('Ends').fill('20:00');
	await grace.getByLabel('Repeats').selectOption('Every week');
	await grace.getByLabel('Repeat until').fill(new Date(day.getTime() + 14 * 86_400_000).toISOString().slice(0, 10));
	await grace.getByLabel('If a date is taken').selectOption('Wait for it to come free');
	await grace.getByLabel('Number of people').fill('20');
	await grace.getByLabel('Coffee').fill('20');
	await grace.getByLabel('What is it for?').fill('Choir');
	await grace.getByLabel('Your name').fill('Grace');
	await grace.getByLabel('Your email address').fill('grace@example.org');
	// What it costs is said before anything is asked for.
	await grace.getByRole('button', { name: 'Show price' }).click();
	await expect(grace.getByText('€160.00')).toBeVisible();
	await expect(grace.getByText('To be paid within 48 hours').last()).toBeVisible();
	await check(grace, 'the price of what a guest asks for');
	await show(grace, 'venue-guest-price');
	await grace.getByRole('button', { name: 'Continue' }).click();
	await expect(grace.getByRole('heading', { level: 1, name: 'Check your inbox' })).toBeVisible();
	expect((await call('GET', `/v1/venues/${venue.id}/bookings`)).items).toHaveLength(0);
	await call('POST', `/v1/venues/${venue.id}/bookings`, {
		rooms: [venueRooms.find((room) => room.name === 'Cellar')!.id],
		starts_at: `${new Date(day.getTime() + 7 * 86_400_000).toISOString().slice(0, 10)}T15:00:00Z`,
		ends_at: `${new Date(day.getTime() + 7 * 86_400_000).toISOString().slice(0, 10)}T20:00:00Z`
	});
	const link = await mail('grace@example.org', /http[^"<>& ]*\/b\/[\w.-]+/);
	await grace.goto(link);
	await expect(grace.getByText('€160.00')).toBeVisible();
	await check(grace, 'what a guest asks for');
	await show(grace, 'venue-guest-confirm');
	await grace.getByRole('button').first().click();
	await expect(grace.getByRole('heading', { level: 1, name: 'Pay the deposit to confirm' })).toBeVisible();
	await expect.poll(async () => (await call('GET', `/v1/venues/${venue.id}/bookings`)).items.length).toBe(4);
	await expect(grace.getByRole('listitem').filter({ hasText: 'Waiting' })).toBeVisible();
	await check(grace, 'the booking of a guest');
	await show(grace, 'venue-guest-booked');
	await grace.getByText('Change the time').click();
	await grace.getByLabel('Ends').fill('21:00');
	await grace.getByRole('button', { name: 'Save' }).first().click();
	await expect(grace.getByRole('status').filter({ hasText: 'This changes what you pay' })).toBeVisible();
	await expect(grace.getByText('€205.00')).toBeVisible();
	await check(grace, 'the price of a booking that is moved');
	await show(grace, 'venue-guest-moved');
	await grace.getByRole('button', { name: 'Save' }).first().click();
	await expect(grace.getByRole('status').filter({ hasText: 'This changes what you pay' })).toHaveCount(0);
	await expect(grace.getByText('€205.00')).toBeVisible();
});
