// The journey of a visitor who wants to know what is on in a city: sections, another city,
// a search there, the list of all, with and without a script, and what is suggested to people who
// booked something.

import { ahead } from '../fixtures/api';
import { settled } from '../fixtures/axe';
import { withoutScript } from '../fixtures/loading';
import { narrowest, phone } from '../fixtures/looks';
import { signedIn } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';

test('a visitor who wants to know what is on in a city', async ({ site }) => {
	const { call, person, show } = site;
	const make = (title: string, days: number, location: string, capacity = 40) =>
		call('POST', '/v1/events', { title, location, ...ahead(days, 2), timezone: 'Europe/Berlin', capacity, publish: true });
	/** How many days it is to a Saturday. */
	const saturday = (13 - new Date().getUTCDay()) % 7;
	for (const title of ['Market in the yard', 'Late set', 'Clay and coffee']) await make(title, saturday || 7, 'Kulturhof, Hamburg');
	for (const n of [1, 2, 3, 4, 5]) await make(`Evening ${n}`, 20 + n, 'Lindwurmstraße 88, Hamburg');
	const full = await make('Supper club', 30, 'Kitchen 9, Hamburg', 1);
	await call('POST', `/v1/events/${full.id}/registrations`, { user_id: 'u1', email: 'ada@example.org', name: 'Ada', join_waitlist: false });
	await make('Film evening in the yard', 12, 'Innenhof, 80337 München');
	await expect.poll(async () => (await call('GET', '/v1/public/home?city=hamburg')).city.events, { timeout: 45_000 }).toBe(9);

	const page = await person({ viewport: phone });
	await page.goto('/');
	await settled(page);
	const cities = page.getByRole('navigation', { name: say.guest('home.cities') });
	await expect(cities.getByRole('link', { name: say.guest('home.everywhere') })).toHaveAttribute('aria-current', 'page');
	await cities.getByRole('link', { name: 'Hamburg' }).press('Enter');
	await expect(page).toHaveURL(/\/\?city=hamburg$/);
	await expect(page.getByRole('heading', { level: 1, name: say.guest('home.in', { city: 'Hamburg' }) })).toBeVisible();
	await expect(page).toHaveTitle(/Hamburg/);
	const fresh = page.getByRole('region', { name: say.guest('home.new') });
	await expect(fresh.getByRole('article').filter({ hasText: 'Supper club' })).toContainText(say.guest('card.waitlist'));
	await expect(page.getByText('Film evening in the yard')).toHaveCount(0);
	// Each event is on one shelf.
	const titles = await page.getByRole('article').getByRole('heading').allTextContents();
	expect(new Set(titles).size).toBe(titles.length);
	await show(page, 'home-city');

	// A search stays in the city, and leaves it at a press.
	const field = page.getByRole('searchbox', { name: say.guest('home.search') });
	await field.fill('evening');
	await expect(page).toHaveURL(/\/\?q=evening&city=hamburg$/);
	await expect(page.getByRole('article')).toHaveCount(5);
	await page.getByRole('button', { name: say.guest('search.city', { city: 'Hamburg' }) }).press('Enter');
	await expect(page).toHaveURL(/\/\?q=evening$/);
	await expect(page.getByRole('article').filter({ hasText: 'Film evening in the yard' })).toBeVisible();

	// The list of all, a city without events, and back.
	await page.goto('/?city=hamburg');
	await page.getByRole('link', { name: say.guest('home.allIn', { city: 'Hamburg' }) }).press('Enter');
	await expect(page).toHaveURL(/\/\?city=hamburg&when=upcoming$/);
	await expect(page.getByRole('article')).toHaveCount(9);
	await page.goto('/?city=wien');
	await expect(page.getByRole('heading', { name: say.guest('home.noneIn.title', { city: 'Vienna' }) })).toBeVisible();
	await cities.getByRole('link', { name: 'Munich' }).click();
	await expect(page.getByRole('article').filter({ hasText: 'Film evening in the yard' })).toBeVisible();

	// The city that was chosen is the one that the home page opens with, until it is forgotten.
	const munich = page.getByRole('heading', { level: 1, name: say.guest('home.in', { city: 'Munich' }) });
	await page.goto('/');
	await expect(page).toHaveURL(/\/\?city=munich$/);
	await expect(munich).toBeVisible();
	await page.getByRole('button', { name: say.guest('home.forget') }).press('Enter');
	await expect(page.getByText(say.guest('home.remembered', { city: 'Munich' }))).toHaveCount(0);
	await expect(munich).toBeVisible();
	await page.goto('/');
	await expect(page.getByRole('heading', { level: 1, name: say.guest('home.title') })).toBeVisible();
	await expect(page).toHaveURL(/\/$/);
	await page.evaluate(() => localStorage.setItem('city', 'nowhere'));
	await page.goto('/');
	await expect(page.getByRole('heading', { level: 1, name: say.guest('home.title') })).toBeVisible();
	await expect(page.getByRole('alert')).toHaveCount(0);

	// The list of all can begin with what people come to.
	await page.goto('/?when=upcoming');
	await page.getByRole('combobox', { name: say.guest('search.sort') }).selectOption({ label: say.guest('search.sort.trending') });
	await expect(page).toHaveURL(/\/\?when=upcoming&sort=trending$/);
	await expect(page.getByRole('article')).toHaveCount(10);

	// Anyone who is signed in is shown what is like what they booked, and why, until they turn it off.
	const ada = await person({ viewport: phone, storageState: await signedIn(site, 'ada@example.org') });
	const forYou = ada.getByRole('region', { name: say.guest('forYou') });
	await ada.goto('/');
	await expect(forYou.getByRole('article')).toHaveCount(3);
	await expect(forYou.getByText('Because you booked “Supper club” by')).toHaveCount(3);
	await expect(forYou.getByRole('link', { name: 'Supper club' })).toHaveCount(0);
	await show(ada, 'home-for-you');
	await forYou.getByRole('button', { name: say.guest('forYou.end') }).press('Enter');
	await expect(ada.getByText(say.guest('forYou.ended'))).toBeVisible();
	await expect(forYou).toHaveCount(0);
	await ada.goto('/me/preferences');
	const suggest = ada.getByRole('checkbox', { name: say.privacy('suggestions.label') });
	await expect(suggest).not.toBeChecked();
	await suggest.press('Space');
	await expect(ada.getByText(say.core('saved'))).toBeVisible();
	await show(ada, 'preferences-suggestions');
	await ada.goto('/?city=hamburg');
	await expect(forYou.getByRole('article')).toHaveCount(3);

	// What people come to in the city stands on top, the most first, and so does the list that is sorted by it.
	const come = async (title: string, names: string[]) => {
		const [event] = (await call('GET', `/v1/public/events?q=${encodeURIComponent(title)}&city=hamburg`)).items;
		for (const name of names) await call('POST', `/v1/events/${event.id}/registrations`, { email: `${name}@example.org`, name, join_waitlist: false });
	};
	await come('Evening 4', ['bob', 'cyd', 'dan', 'eve', 'fay', 'gil']);
	await come('Clay and coffee', ['bob', 'cyd', 'dan']);
	await come('Evening 2', ['bob']);
	const most = ['Evening 4', 'Clay and coffee', 'Evening 2'];
	await expect
		.poll(
			async () => {
				const { sections } = await call('GET', '/v1/public/home?city=hamburg');
				return (sections.find((s: { kind: string }) => s.kind === 'top')?.items ?? []).slice(0, 3).map((e: { title: string }) => e.title);
			},
			{ timeout: 90_000 }
		)
		.toEqual(most);
	await page.goto('/?city=hamburg');
	const top = page.getByRole('region', { name: say.guest('home.top', { city: 'Hamburg' }) });
	await expect(top.getByRole('heading', { level: 3 }).nth(2)).toHaveText(most[2]!);
	expect((await top.getByRole('heading', { level: 3 }).allTextContents()).slice(0, 3)).toEqual(most);
	await expect(
		page
			.getByRole('region', { name: say.guest('home.weekend') })
			.getByRole('article')
			.filter({ hasText: 'Market in the yard' })
	).toBeVisible();
	await show(page, 'home-top');
	await page.goto('/?city=hamburg&when=upcoming&sort=trending');
	await expect(page.getByRole('article').getByRole('heading').first()).toHaveText(most[0]!);
	expect((await page.getByRole('article').getByRole('heading').allTextContents()).slice(0, 3)).toEqual(most);

	// What people come to around the city is on a shelf of its own, without a script too.
	for (const [i, title] of ['Salt fair', 'Tower walk', 'Heath run'].entries()) {
		const event = await make(title, 40 + i, 'Lüneburg');
		await call('PATCH', `/v1/events/${event.id}`, { coordinates: '53.2464,10.4115' });
		for (const name of ['bob', 'cyd', 'dan'].slice(i)) {
			await call('POST', `/v1/events/${event.id}/registrations`, { email: `${name}@example.org`, name, join_waitlist: false });
		}
	}
	await expect
		.poll(
			async () => {
				const { sections } = await call('GET', '/v1/public/home?city=hamburg');
				return sections.find((s: { kind: string }) => s.kind === 'nearby')?.items.map((e: { title: string }) => e.title);
			},
			{ timeout: 90_000 }
		)
		.toEqual(['Salt fair', 'Tower walk', 'Heath run']);
	await page.goto('/?city=hamburg');
	const nearby = page.getByRole('region', { name: say.guest('home.nearby', { city: 'Hamburg' }) });
	await expect(nearby.getByRole('article')).toHaveCount(3);
	await nearby.getByRole('article').first().scrollIntoViewIfNeeded();
	await show(page, 'home-nearby');
	await page.goto('/?near=53.2464,10.4115&sort=relevance');
	await expect(page.getByRole('combobox', { name: say.guest('search.sort') })).toHaveValue('relevance');
	await expect(page.getByRole('article').getByRole('heading').first()).toHaveText('Salt fair');

	const narrow = await person({ viewport: narrowest, locale: 'de-DE' });
	await narrow.goto('/?city=hamburg');
	await expect(narrow.getByRole('heading', { level: 1, name: 'Veranstaltungen in Hamburg' })).toBeVisible();
	expect(await narrow.evaluate(() => document.documentElement.scrollWidth - innerWidth), 'the page is as wide as the screen').toBe(0);

	await withoutScript(site, '/?city=hamburg', ['Events in Hamburg', 'Just announced', 'Supper club', 'Sold out · waitlist open', 'All events in Hamburg']);
});
