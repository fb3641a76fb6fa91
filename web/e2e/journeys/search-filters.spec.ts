// A visitor narrows a search down by place, kind, language and age together, from a desktop, and
// finds nothing, what was meant, and the way back.

import { ahead } from '../fixtures/api';
import { settled } from '../fixtures/axe';
import { desktop } from '../fixtures/looks';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';

test('a visitor who narrows a search down', async ({ site }) => {
	const { call, person, show } = site;
	const make = (title: string, days: number, location: string, coordinates: string, price: number, labels: object) =>
		call('POST', '/v1/events', {
			title,
			...ahead(days, 2),
			location,
			coordinates,
			timezone: 'Europe/Berlin',
			capacity: 40,
			publish: true,
			...labels,
			...(price ? { currency: 'EUR', tiers: [{ name: 'Entry', price }] } : {})
		});
	const [hamburg, cologne] = ['53.5436, 9.9889', '50.9413, 6.9583'];
	await make('Lantern songs', 3, 'Old Harbour, Hamburg', hamburg, 0, { category: 'music', language: 'de', age_min: 0, tags: ['Shanty'] });
	await make('Lantern films', 5, 'Pier 2, Hamburg', hamburg, 900, { category: 'film', language: 'en', age_min: 16 });
	await make('Lantern choir', 8, 'Blue Door, Cologne', cologne, 1500, { category: 'music', language: 'de', age_min: 12 });
	await make('Lantern night', 9, 'Pier 2, Hamburg', hamburg, 2500, { category: 'music', language: 'de', age_min: 16 });
	await expect.poll(async () => (await call('GET', '/v1/public/events?q=lantern&city=hamburg')).total, { timeout: 45_000 }).toBe(3);

	const page = await person({ viewport: desktop });
	const titles = page.getByRole('article').getByRole('heading');
	const box = (name: Parameters<typeof say.guest>[0]) => page.getByRole('combobox', { name: say.guest(name), exact: true });
	await page.goto('/?q=lantern&city=hamburg');
	await settled(page);
	await expect(titles).toHaveText(['Lantern songs', 'Lantern films', 'Lantern night']);

	// Place and kind, then what it costs, then in which order.
	await box('search.category').selectOption({ label: say.guest('category.music') });
	await expect(titles).toHaveText(['Lantern songs', 'Lantern night']);
	await expect(page).toHaveURL(/city=hamburg.*category=music/);
	await box('search.sort').selectOption({ label: say.guest('search.sort.price') });
	await box('search.price').selectOption({ label: say.guest('price.free') });
	await expect(titles).toHaveText(['Lantern songs']);
	await box('search.price').selectOption({ label: say.guest('search.price.any') });
	await expect(titles).toHaveText(['Lantern songs', 'Lantern night']);
	await show(page, 'search-filters');

	// Another language has none of these; the way out takes the filters away and leaves the words.
	await page.goto('/?q=lantern&city=hamburg&category=music&language=en');
	await expect(titles).toHaveCount(0);
	await page.getByRole('link', { name: say.guest('search.unfiltered') }).press('Enter');
	await expect(page.getByRole('searchbox')).toHaveValue('lantern');
	await expect(titles).toHaveCount(4);

	// Language and age are behind "more filters".
	await page.goto('/?q=lantern');
	await settled(page);
	await page.getByRole('button', { name: say.guest('search.moreFilters') }).press('Enter');
	await box('search.language').selectOption('de');
	await expect(page).toHaveURL(/language=de/);
	await expect(titles).toHaveCount(3);
	await box('search.age').selectOption('12');
	await expect(page).toHaveURL(/age=12/);
	await expect(titles).toHaveText(['Lantern songs', 'Lantern choir']);

	// A tag on the page of an event leads to what else has it, until it is taken away.
	await titles.first().getByRole('link').click();
	await page.getByRole('link', { name: 'Shanty', exact: true }).click();
	await expect(page).toHaveURL(/tag=Shanty/i);
	await expect(titles).toHaveText(['Lantern songs']);
	await page.getByRole('button', { name: say.guest('search.tag', { tag: 'Shanty' }) }).press('Enter');
	await expect(page).not.toHaveURL(/tag=/);

	// Who is fourteen, by the address that somebody sent; and what was meant is offered with its filters.
	await page.goto('/?q=lantern&age=14&sort=date');
	await expect(titles).toHaveText(['Lantern songs', 'Lantern choir']);
	await page.goto('/?q=lantren&category=film');
	await expect(page.getByRole('link', { name: 'lantern', exact: true })).toBeVisible();
	await expect(titles).toHaveText(['Lantern films']);
});
