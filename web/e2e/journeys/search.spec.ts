// The journey of a visitor who looks for an event: by words, in spite of a typing error,
// with a filter, with nothing found and a way out, with and without a script.

import type { Page } from '@playwright/test';
import { ahead } from '../fixtures/api';
import { settled } from '../fixtures/axe';
import { narrowest, phone } from '../fixtures/looks';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';

/** The day so many days ahead, where the events of this journey are. */
const day = (later: number) => new Date(Date.now() + later * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' });
const titles = (page: Page) => page.getByRole('article').getByRole('heading');

test('a visitor who looks for an event', async ({ site }) => {
	const { call, person, show, looking } = site;
	const make = async (title: string, location: string, days: number, capacity = 40, price = 0, coordinates = '', labels = {}) => {
		const sale = price ? { currency: 'EUR', tiers: [{ name: 'Entry', price }] } : {};
		return (await call('POST', '/v1/events', {
			title,
			location,
			coordinates,
			...ahead(days, 2),
			timezone: 'Europe/Berlin',
			capacity,
			publish: true,
			...labels,
			...sale
		})) as {
			id: string;
		};
	};
	await make('Lantern walk & talk', 'Old Harbour, Hamburg', 3, 40, 0, '53.5436, 9.9889');
	await make('Jazz night with Nina Okoye', 'Blue Door, Cologne', 5);
	const full = await make('Small jazz supper', 'Kitchen 9, Cologne', 8, 1);
	await make('Orgelkonzert', 'Philharmonie, Berlin', 12, 40, 3000, '52.5099, 13.3699');
	await make('Watercolour for beginners', 'Kitchen 9, Cologne', 16, 40, 1250);
	await call('POST', `/v1/events/${full.id}/registrations`, { user_id: 'u1', email: 'ada@example.org', name: 'Ada', join_waitlist: false });
	// The index follows what was published; until then the list answers without it.
	await expect.poll(async () => (await call('GET', '/v1/public/events?q=jazz&available=true')).total).toBe(1);

	const page = await person({ viewport: phone });
	// What moves by itself, while nobody typed or pressed anything, is a layout shift.
	await page.addInitScript(() => {
		const w = window as unknown as { shifts: number };
		w.shifts = 0;
		new PerformanceObserver((list) => {
			for (const e of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[]) if (!e.hadRecentInput) w.shifts += e.value;
		}).observe({ type: 'layout-shift', buffered: true });
	});
	await page.goto('/');
	await settled(page);
	const field = page.getByRole('searchbox', { name: say.guest('home.search') });
	const result = page.getByRole('main').getByRole('status');

	// The list follows what is typed, and so does the address.
	await field.fill('jazz');
	await expect(result).toHaveText(say.guest('search.found', { n: 2 }));
	await expect(page).toHaveURL(/\/\?q=jazz$/);
	await expect(titles(page)).toHaveText(['Jazz night with Nina Okoye', 'Small jazz supper']);
	await show(page, 'search');

	// Only what can still be had, by keyboard.
	const available = page.getByRole('checkbox', { name: say.guest('search.available') });
	const dates = page.getByRole('combobox', { name: say.guest('search.date') });
	await field.focus();
	for (let i = 0; i < 5 && !(await available.evaluate((box) => box === document.activeElement)); i++) await page.keyboard.press('Tab');
	await page.keyboard.press('Space');
	await expect(result).toHaveText(say.guest('search.found', { n: 1 }));
	await expect(page).toHaveURL(/\?q=jazz&available=true$/);

	// A venue says where it was found.
	await field.fill('kitchen');
	await expect(page.getByRole('article').locator('mark')).toHaveText(['Kitchen 9, Cologne']);
	await available.press('Space');
	await expect(result).toHaveText(say.guest('search.found', { n: 2 }));

	// Only what takes place on days that one chooses, by their name or one by one.
	await field.fill('');
	await expect(titles(page)).toHaveCount(5);
	await dates.selectOption({ label: say.guest('search.date.week') });
	await expect(titles(page)).toHaveText(['Lantern walk & talk', 'Jazz night with Nina Okoye']);
	await dates.selectOption({ label: say.guest('search.date.choose') });
	const from = page.getByLabel(say.guest('search.from'), { exact: true });
	const until = page.getByLabel(say.guest('search.to'), { exact: true });
	await until.fill(day(9));
	await from.fill(day(5));
	await expect(result).toHaveText(say.guest('search.found', { n: 2 }));
	await expect(titles(page)).toHaveText(['Jazz night with Nina Okoye', 'Small jazz supper']);
	await expect(page).toHaveURL(new RegExp(`/\\?from=${day(5)}&to=${day(9)}$`));
	await show(page, 'search-dates');
	await until.fill(day(3));
	await expect(until).toHaveAccessibleDescription(say.guest('search.order'));
	await show(page, 'search-dates-wrong');
	await until.fill(day(7));
	await expect(titles(page)).toHaveText(['Jazz night with Nina Okoye']);
	await dates.selectOption({ label: say.guest('search.date.any') });
	await expect(titles(page)).toHaveCount(5);
	await expect(page).toHaveURL(/\/$/);

	// Only what costs no more than one wants to pay.
	const prices = page.getByRole('combobox', { name: say.guest('search.price') });
	await prices.selectOption({ label: say.guest('search.price.most', { amount: '€20.00' }) });
	await expect(titles(page)).toHaveText(['Lantern walk & talk', 'Jazz night with Nina Okoye', 'Small jazz supper', 'Watercolour for beginners']);
	await expect(page).toHaveURL(/\/\?price_max=2000&currency=EUR$/);
	await show(page, 'search-price');
	await prices.selectOption({ label: say.guest('price.free') });
	await expect(titles(page)).toHaveCount(3);
	await expect(page).toHaveURL(/\/\?price_max=0$/);
	await page.goto('/?price_max=1500&currency=EUR');
	await expect(prices).toHaveValue('1500');
	await expect(titles(page)).toHaveCount(4);
	await page.goto('/?price_max=dear&currency=EUR');
	await expect(prices).toHaveAccessibleDescription(say.guest('search.price.wrong'));
	await prices.selectOption({ label: say.guest('search.price.any') });
	await expect(titles(page)).toHaveCount(5);
	await field.fill('kitchen');
	await expect(result).toHaveText(say.guest('search.found', { n: 2 }));

	// A typing error shows what was meant, and says so; the link leads to the address of that.
	await field.fill('jazz nihgt');
	const meant = page.getByRole('link', { name: 'jazz night', exact: true });
	await expect(meant).toBeVisible();
	await expect(titles(page)).toHaveText(['Jazz night with Nina Okoye']);
	await show(page, 'search-meant');
	await meant.click();
	await expect(field).toHaveValue('jazz night');
	await expect(page).toHaveURL(/\?q=jazz\+night$/);

	// Nothing found has a way out.
	await field.fill('xylophone');
	await expect(page.getByRole('heading', { level: 2, name: say.guest('search.none', { q: 'xylophone' }) })).toBeVisible();
	await available.press('Space');
	await page.getByRole('link', { name: say.guest('search.unfiltered') }).press('Enter');
	await expect(available).not.toBeChecked();
	await expect(field).toHaveValue('xylophone');
	await show(page, 'search-none');
	await page.getByRole('link', { name: say.guest('search.all') }).click();
	await expect(field).toHaveValue('');
	await expect(titles(page)).toHaveCount(5);
	await expect(page.getByRole('heading', { level: 1, name: say.guest('home.title') })).toBeVisible();

	// Back brings the search back; an address with one begins with what it finds.
	await page.goBack();
	await expect(field).toHaveValue('xylophone');
	await page.goto('/?q=orgelkonzerte&available=true');
	await settled(page);
	await expect(titles(page)).toHaveText(['Orgelkonzert']);
	await expect(available).toBeChecked();
	expect(await page.evaluate(() => (window as unknown as { shifts: number }).shifts), 'nothing jumps while a search loads').toBeLessThan(0.01);

	// What is wrong with an address is said, and the words stay.
	await page.goto('/?q=jazz&available=maybe');
	await expect(page.getByRole('alert')).toHaveText(say.guest('search.wrong', { name: 'available' }));
	await expect(field).toHaveValue('jazz');
	await looking.check(page, 'search-wrong');
	await page.goto('/?from=28.11.2026');
	await expect(from).toHaveAccessibleDescription(say.guest('search.day'));

	// Nearby: the browser says where one is once it is asked, and whoever does not allow that is told so.
	await page.goto('/');
	await settled(page);
	await page.getByRole('button', { name: say.guest('search.near') }).press('Enter');
	await expect(page.getByRole('alert')).toHaveText(say.guest('search.denied'));
	await looking.check(page, 'search-denied');
	await page.context().grantPermissions(['geolocation']);
	await page.context().setGeolocation({ latitude: 53.63, longitude: 9.9889 });
	await page.getByRole('button', { name: say.guest('search.near') }).press('Enter');
	const within = page.getByRole('combobox', { name: say.guest('search.distance') });
	await expect(within).toHaveValue('25');
	await expect(page).toHaveURL(/\?near=53\.63%2C9\.99$/);
	await expect(titles(page)).toHaveText(['Lantern walk & talk']);
	await expect(page.getByRole('article')).toContainText(say.guest('search.away', { n: 9.6 }));
	await show(page, 'search-near');
	await within.selectOption({ label: say.guest('search.within', { n: 5 }) });
	await expect(page.getByRole('heading', { level: 2, name: say.guest('search.noneFit') })).toBeVisible();
	await expect(page).toHaveURL(/\?near=53\.63%2C9\.99&radius_km=5$/);
	await within.selectOption({ label: say.guest('search.anywhere') });
	await expect(titles(page)).toHaveCount(5);

	// What is nearest goes with the place that it was near. On a phone an order is
	// offered once something is looked for.
	const sort = page.getByRole('combobox', { name: say.guest('search.sort') });
	await expect(sort).toBeHidden();
	await page.getByRole('button', { name: say.guest('search.near') }).press('Enter');
	await within.selectOption({ label: say.guest('search.within', { n: 100 }) });
	await sort.selectOption({ label: say.guest('search.sort.distance') });
	await expect(page).toHaveURL(/\?near=53\.63%2C9\.99&radius_km=100&sort=distance$/);
	await expect(titles(page)).toHaveText(['Lantern walk & talk']);
	await within.selectOption({ label: say.guest('search.anywhere') });
	await expect(page).toHaveURL(/\/$/);

	// The cheapest first, and still once nothing else is looked for.
	await available.press('Space');
	await sort.selectOption({ label: say.guest('search.sort.price') });
	await expect(page).toHaveURL(/\?currency=EUR&available=true&sort=price$/);
	await available.press('Space');
	const byPrice = ['Lantern walk & talk', 'Jazz night with Nina Okoye', 'Small jazz supper', 'Watercolour for beginners', 'Orgelkonzert'];
	await expect(titles(page)).toHaveText(byPrice);
	await expect(page).toHaveURL(/\?currency=EUR&sort=price$/);
	await show(page, 'search-sort');
	await sort.selectOption({ label: say.guest('search.sort.date') });
	await expect(page).toHaveURL(/\/$/);

	// German words are longer: nothing stands beside the narrowest phone.
	const narrow = await person({ viewport: narrowest, locale: 'de-DE' });
	for (const path of [
		'/',
		'/?q=jazz',
		'/?q=jazz+nihgt',
		'/?q=xylophon&available=true',
		'/?price_max=dear',
		'/?near=53.63,9.99&price_max=0',
		'/?near=53.63,9.99&sort=distance',
		`/?from=${day(5)}&to=${day(3)}`
	]) {
		await narrow.goto(path);
		await settled(narrow);
		expect(await narrow.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${path} is as wide as the screen`).toBe(0);
	}

	// Without a script the form is sent, and the page says the same.
	const plain = await person({ javaScriptEnabled: false });
	await plain.goto('/');
	await plain.getByRole('searchbox').fill('jazz nihgt');
	await plain.getByRole('button', { name: 'Search' }).press('Enter');
	await expect(plain).toHaveURL(/\?q=jazz\+nihgt&/);
	await expect(plain.locator('main').getByText('1 event found')).toBeVisible();
	await plain.getByRole('link', { name: 'jazz night', exact: true }).click();
	await expect(plain.getByRole('searchbox')).toHaveValue('jazz night');
	await expect(plain.getByRole('link', { name: 'Jazz night with Nina Okoye' })).toBeVisible();
	await plain.goto('/?q=xylophone');
	await plain.getByRole('link', { name: 'Show all events' }).click();
	await expect(plain.getByRole('link', { name: 'Orgelkonzert' })).toBeVisible();
	expect((await plain.goto('/?q=jazz&available=maybe'))!.status()).toBe(422);
	await expect(plain.getByRole('alert')).toContainText('available');
	await expect(plain.getByRole('searchbox')).toHaveValue('jazz');
	await plain.goto('/');
	await plain.getByLabel('From').fill(day(11));
	await plain.getByLabel('To', { exact: true }).fill(day(13));
	await plain.getByRole('button', { name: 'Search' }).press('Enter');
	await expect(plain.locator('main').getByText('1 event found')).toBeVisible();
	await expect(plain.getByRole('link', { name: 'Orgelkonzert' })).toBeVisible();
	await plain.getByLabel('To', { exact: true }).fill(day(3));
	await plain.getByRole('button', { name: 'Search' }).press('Enter');
	await expect(plain.getByLabel('To', { exact: true })).toHaveAccessibleDescription('Choose a date that isn’t before the first one.');
	await plain.goto('/');
	await plain.getByLabel('Price').selectOption({ label: 'Up to €20.00' });
	await plain.getByRole('button', { name: 'Search' }).press('Enter');
	await expect(plain.getByRole('link', { name: 'Watercolour for beginners' })).toBeVisible();
	await expect(plain.getByRole('link', { name: 'Orgelkonzert' })).toHaveCount(0);
	await plain.goto('/?near=53.63,9.99');
	await expect(plain.locator('main').getByText('9.6 km away')).toBeVisible();
	await plain.getByLabel('Distance').selectOption({ label: 'Within 5 km' });
	await plain.getByRole('button', { name: 'Search' }).press('Enter');
	await expect(plain).toHaveURL(/near=53\.63%2C9\.99&radius_km=5/);
	await expect(plain.locator('main').getByText('No events match these filters.')).toBeVisible();
	const listed = plain.locator('.events li > a');
	await plain.goto('/?near=53.63,9.99&radius_km=500');
	await plain.getByLabel('Sort by').selectOption({ label: 'Nearest first' });
	await plain.getByRole('button', { name: 'Search' }).press('Enter');
	await expect(plain).toHaveURL(/sort=distance/);
	await expect(listed).toHaveText(['Lantern walk & talk', 'Orgelkonzert']);
	await plain.goto('/');
	await plain.getByLabel('Sort by').selectOption({ label: 'Lowest price first' });
	await plain.getByRole('button', { name: 'Search' }).press('Enter');
	await expect(listed).toHaveText(byPrice);
	await plain.goto('/?near=Hamburg');
	await expect(plain.getByRole('alert')).toContainText('near');
	await plain.goto('/?q=jazz&cursor=forged');
	await expect(plain.locator('main').getByText('2 events found')).toBeVisible();
});
