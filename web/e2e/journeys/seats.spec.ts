// The journey of somebody who wants seats: on the map by keyboard, in the list,
// the best there are, gone under one's hand, waited for. And how fast a large hall
// pans.
import { phone, sideways } from '../fixtures/looks';
import { expect, test, type Site } from '../fixtures/test';
import { say } from '../fixtures/texts';
import { pay } from './buying';
import { alike, circle, hall, mapOf, seat, take, type Section } from './halls';

test.use({ serverOptions: { command: 'demo' } });

test('seats', async ({ site }) => {
	const { call, mail, person, check, show } = site;
	const event = await hall(call, 'Little Playhouse', [
		['Stalls', 4, 8, 'Stalls'],
		['Balcony', 1, 4, 'Balcony']
	]);
	await call('PATCH', `/v1/events/${event.id}`, {
		tiers: [{ name: 'For the playhouse', kind: 'donation', suggested: [500, 1000], price_min: 100, price_max: 50_000 }]
	});
	const address = `/events/${event.id}`;

	// Ada walks over the map with the arrow keys and takes two seats; Grace sees them go.
	await turning(site, `${address}/seats`);
	const ada = await person();
	await ada.goto(address);
	await expect(ada.getByRole('heading', { name: say.seats('card.title') })).toBeVisible();
	await show(ada, 'event-with-seats');
	await ada.getByRole('link', { name: say.seats('card.open') }).click();
	const map = mapOf(ada);
	await map.focus();
	const grace = await person();
	await grace.goto(`${address}/seats`);
	await grace.getByText(say.seats('page.list'), { exact: true }).click();
	await expect(grace.getByRole('group', { name: say.seats('list.seats', { row: 1 }) })).toBeVisible();
	await expect(grace.getByRole('checkbox', { name: /Stalls, row 1, seat 1, Stalls: available, €32.00/ }), 'the list says a seat in words').toHaveCount(1);
	await show(grace, 'seats-list');
	for (const way of [
		'ArrowDown',
		'ArrowUp',
		'ArrowUp',
		'ArrowUp',
		'ArrowUp',
		'ArrowUp',
		'ArrowLeft',
		'ArrowLeft',
		'ArrowLeft',
		'ArrowLeft',
		'ArrowLeft',
		'ArrowLeft',
		'ArrowLeft'
	])
		await ada.keyboard.press(way);
	await ada.keyboard.press('Enter');
	await ada.keyboard.press('ArrowRight');
	await ada.keyboard.press('Enter');
	await expect(ada.getByText(`Stalls, row 1, seat 2, Stalls: ${say.seats('seat.chosen')}`)).toBeAttached();
	await show(ada, 'seats');
	await ada.getByRole('button', { name: say.seats('choice.go', { n: 2 }) }).click();
	await check(ada, 'who the seats are for');
	await ada.getByRole('radio', { name: '€5.00' }).check(); // she gives something with them
	await expect(ada.getByRole('dialog').getByText('€69.00')).toBeVisible();
	await show(ada, 'seats-donation');
	await take(ada, 'Ada Lovelace', 'ada.seats@example.org', 'Continue to payment');
	await expect(ada.getByRole('heading', { name: say.checkout('pending.title') })).toBeVisible();
	await expect(ada.getByText('Stalls, row 1, seat 1 · Stalls, row 1, seat 2')).toBeVisible();
	await expect(ada.getByText('For the playhouse')).toBeVisible();
	await expect(grace.getByRole('checkbox', { name: /Stalls, row 1, seat 1, Stalls: being bought/ })).toBeVisible();
	await expect(grace.getByRole('checkbox', { name: /row 1, seat 2,.* being bought/ })).toBeVisible();
	await expect(grace.getByRole('button', { name: 'Wait for Stalls, row 1, seat 1' })).toBeVisible();

	// She pays, and her tickets name the seats.
	await pay(ada);
	await expect(ada.getByRole('heading', { name: say.checkout('paid.title') })).toBeVisible();
	await ada.goto(await mail('ada.seats@example.org', /\/r\/hl_[A-Za-z0-9_-]+/));
	await expect(ada.getByRole('heading', { name: say.guest('order.confirmed') })).toBeVisible();
	await expect(ada.getByText(say.seats('seat.place', { section: 'Stalls', row: 1, number: 1 }))).toBeVisible();
	await ada
		.getByRole('button', { name: say.guest('ticket.show'), exact: true })
		.nth(1)
		.click();
	await expect(
		ada.getByRole('dialog', { name: say.guest('ticket.show') }).getByText(say.seats('seat.place', { section: 'Stalls', row: 1, number: 2 }))
	).toBeVisible();
	await check(ada, 'a ticket with a seat over the screen');
	await ada.keyboard.press('Escape');

	// Grace chooses a seat that somebody else has before she can take it, then the best three.
	await grace.getByRole('checkbox', { name: /row 1, seat 4,/ }).check();
	await call('POST', `/v1/events/${event.id}/blocks`, { seat_ids: [await seat(call, event, 4)] });
	await expect(grace.getByText(say.seats('choice.gone'))).toBeVisible();
	await grace.getByText(say.seats('best.title')).click();
	await grace.getByRole('button', { name: say.seats('best.more') }).click();
	await show(grace, 'seats-best');
	await grace.getByRole('button', { name: say.seats('best.go', { n: 3 }) }).click();
	await expect(grace.getByRole('region', { name: say.seats('choice.title') })).toBeFocused();
	await show(grace, 'seats-found');
	await grace.getByRole('button', { name: say.seats('choice.go', { n: 3 }) }).click();
	// They are what is left of the first row, from its middle on; she knows what they cost.
	const asked = grace.getByRole('dialog', { name: say.seats('who.title') });
	await expect(asked.getByRole('listitem')).toHaveText([5, 6, 7].map((n) => new RegExp(`Stalls, row 1, seat ${n}\\s*€32.00`)));
	await expect(asked.getByText('€96.00')).toBeVisible();
	await show(grace, 'seats-who');
	await take(grace, 'Grace Hopper', 'grace@example.org', 'Continue to payment');
	await expect(grace.getByRole('heading', { name: say.checkout('pending.title') })).toBeVisible();
	await expect(grace.getByText('3 × Stalls')).toBeVisible();

	// Alan wants any seat of the balcony, which is full; he waits for it.
	await call('POST', `/v1/events/${event.id}/blocks`, { seat_ids: await Promise.all([33, 34, 35, 36].map((n) => seat(call, event, n))) });
	const alan = await person();
	await alan.goto(`${address}/seats`);
	await alan.getByRole('button', { name: say.seats('wait.open') }).click();
	await expect(alan.getByRole('button', { name: say.seats('wait.submit') })).toBeVisible();
	await check(alan, 'waiting for seats');
	await alan.getByLabel('Section Balcony').check();
	await take(alan, 'Alan Turing', 'alan@example.org', 'Join the waitlist');
	await expect(alan.getByRole('heading', { name: say.seats('wait.done') })).toBeVisible();
	await expect(alan.getByRole('link', { name: 'Open mailbox' })).toBeVisible();
	await mail('alan@example.org', /\/e\/hl_[A-Za-z0-9_-]+/);
});

/** A phone that is turned shows what one shows that was held so from the start; what somebody looks at closely stays. */
async function turning({ person, check }: Site, address: string) {
	const [turned, flat] = [await person(), await person({ viewport: sideways })];
	const maps = [mapOf(turned), mapOf(flat)] as const;
	// The letters come late to one of them, when its map has been drawn.
	let lettered = () => {};
	const letters = new Promise<void>((done) => (lettered = done));
	await turned.route('**/*.woff2', async (route) => {
		await letters;
		await route.continue();
	});
	for (const page of [turned, flat]) await page.goto(address, { waitUntil: 'commit' });
	for (const map of maps) await expect(map).toBeVisible();
	await turned.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
	lettered();
	await turned.setViewportSize(sideways);
	await alike(...maps, 'a phone that was turned shows the whole hall');
	const { y, height } = (await maps[1].boundingBox())!;
	expect(height, `the map is on the screen: ${y}, ${height}`).toBeGreaterThan(200);
	expect(y + height, `the map is on the screen: ${y}, ${height}`).toBeLessThanOrEqual(sideways.height);
	await expect(flat.getByRole('button', { name: say.seats('map.in') }), 'and so is what makes it larger').toBeVisible();
	await check(flat, 'seats on a phone on its side');
	for (const page of [turned, flat]) await page.setViewportSize(phone);
	await alike(...maps, 'and so does one that was turned back');
	for (const page of [turned, flat]) await page.context().close();
}

// Frames a second while a finger pans over a large hall, on a phone with a processor
// a quarter as fast, from far away and from near.
test('a large hall pans @once', async ({ site: { call, person }, large }) => {
	const sections = ['North', 'East', 'South', 'West'].map((name, i): Section => [name, 50, large.seats / 200, i % 2 ? 'Side' : 'Front']);
	const event = await hall(call, 'Great Hall', sections);
	const page = await person({ deviceScaleFactor: 2, hasTouch: true, reducedMotion: 'no-preference' });
	await page.goto(`/events/${event.id}/seats`);
	const map = mapOf(page);
	await expect(map).toBeVisible();
	const devtools = await page.context().newCDPSession(page);
	await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
	const rates = [];
	for (const [where, closer] of [
		['far', 0],
		['in between', 3],
		['near', 5]
	] as const) {
		for (let i = 0; i < closer; i++) await page.getByRole('button', { name: say.seats('map.in') }).click();
		rates.push(`${(await map.evaluate(circle, { ms: large.panning })).rate} frames a second from ${where}`);
		await page.getByRole('button', { name: say.seats('map.whole') }).click();
	}
	await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
	console.log(`${large.seats.toLocaleString('en')} seats, a quarter of the processor: ${rates.join(', ')}`);
});
