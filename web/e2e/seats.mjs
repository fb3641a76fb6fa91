// The journey of somebody who wants seats: on the map by keyboard, in the list,
// the best there are, gone under one's hand, waited for. And how fast a hall of
// 20,000 seats pans.
import { accessible, call, eventually, expect, mail, person } from './browser.mjs';

/** A hall from its sections: [name, rows, seats of a row, tier]. */
export async function hall(base, key, title, sections, more = {}) {
	const venue = await call(base, key, 'POST', '/v1/venues', { name: `The ${title}`, address: 'Quay 12' });
	const room = await call(base, key, 'POST', `/v1/venues/${venue.id}/rooms`, { name: 'Main hall' });
	const lines = ['section,row,number,tier'];
	for (const [name, rows, seats, tier] of sections) for (let r = 1; r <= rows; r++) for (let n = 1; n <= seats; n++) lines.push(`${name},${r},${n},${tier}`);
	const plan = await call(base, key, 'POST', `/v1/rooms/${room.id}/seating-plans`, { name: 'As built', csv: lines.join('\n') + '\n' });
	const starts = new Date(Date.now() + 30 * 86_400_000);
	return call(base, key, 'POST', '/v1/events', {
		title,
		location: 'Quay 12',
		starts_at: starts.toISOString(),
		ends_at: new Date(starts.getTime() + 3 * 3_600_000).toISOString(),
		timezone: 'Europe/Berlin',
		capacity: 100_000,
		currency: 'EUR',
		seating: { plan_id: plan.id },
		tiers: [...new Set(sections.map((s) => s[3]))].map((name, i) => ({ name, price: 3200 - 1200 * i, tax_rate_bp: 700, tax_included: true })),
		publish: true,
		...more
	});
}

/** Says who seats are for, in the sheet that asks. */
export async function take(page, name, email, button) {
	const sheet = page.getByRole('dialog');
	await sheet.getByLabel('Your name').fill(name);
	await sheet.getByLabel('E-mail').fill(email);
	await sheet.getByRole('button', { name: button }).click();
}

export async function seats({ browser, base, key, findings, thorough, shoot }) {
	const check = thorough ? accessible : async () => {};
	const event = await hall(base, key, 'Little Playhouse', [['Stalls', 4, 8, 'Stalls'], ['Balcony', 1, 4, 'Balcony']]);
	const address = `/events/${event.id}`;

	// Ada walks over the map with the arrow keys and takes two seats; Grace sees them go.
	await turning({ browser, base, findings, check }, `${address}/seats`);
	const ada = await person(browser, base, findings);
	await ada.goto(address);
	await ada.getByRole('heading', { name: 'Choose your seats' }).waitFor();
	await check(ada, 'event with seats', findings);
	await shoot?.(ada, 'event-with-seats');
	await ada.getByRole('link', { name: 'Open the seat map' }).click();
	const map = ada.getByRole('application', { name: 'Map of the seats' });
	await map.focus();
	const grace = await person(browser, base, findings);
	await grace.goto(`${address}/seats`);
	await grace.getByText('List', { exact: true }).click();
	await grace.getByRole('group', { name: 'Seats of row 1' }).waitFor();
	expect((await grace.getByRole('checkbox', { name: /Stalls, row 1, seat 1, Stalls: free, €32.00/ }).count()) === 1, 'the list says a seat in words');
	await check(grace, 'list of seats', findings);
	await shoot?.(grace, 'seats-list');
	for (const way of ['ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft']) await ada.keyboard.press(way);
	await ada.keyboard.press('Enter');
	await ada.keyboard.press('ArrowRight');
	await ada.keyboard.press('Enter');
	await ada.getByText('Stalls, row 1, seat 2, Stalls: chosen').waitFor({ state: 'attached' });
	await check(ada, 'seats chosen', findings);
	await shoot?.(ada, 'seats');
	await ada.getByRole('button', { name: 'Take these 2 seats' }).click();
	await check(ada, 'who the seats are for', findings);
	await take(ada, 'Ada Lovelace', 'ada.seats@example.org', 'Keep them for me');
	await ada.getByRole('heading', { name: 'Your tickets are kept for you' }).waitFor();
	await ada.getByText('Stalls, row 1, seat 1 · Stalls, row 1, seat 2').waitFor();
	await grace.getByRole('checkbox', { name: /Stalls, row 1, seat 1, Stalls: being bought/ }).waitFor();
	await grace.getByRole('checkbox', { name: /row 1, seat 2,.* being bought/ }).waitFor();
	await grace.getByRole('button', { name: 'Wait for Stalls, row 1, seat 1' }).waitFor();

	// She pays, and her tickets name the seats.
	await ada.getByRole('button', { name: 'Pay €64.00' }).click();
	await ada.getByRole('button', { name: 'Pay 64.00 EUR', exact: true }).click();
	await ada.getByRole('heading', { name: 'Paid. See you there!' }).waitFor();
	await ada.goto(await mail(base, 'ada.seats@example.org', /\/r\/hl_[A-Za-z0-9_-]+/));
	await ada.getByRole('heading', { name: 'You are registered' }).waitFor();
	await ada.getByText('Stalls, row 1, seat 1').waitFor();
	await ada.getByRole('button', { name: 'Show at the door', exact: true }).nth(1).click();
	await ada.getByRole('dialog', { name: 'Show at the door' }).getByText('Stalls, row 1, seat 2').waitFor();
	await check(ada, 'a ticket with a seat over the screen', findings);
	await ada.keyboard.press('Escape');

	// Grace chooses a seat that somebody else has before she can take it, then the best three.
	await grace.getByRole('checkbox', { name: /row 1, seat 4,/ }).check();
	await call(base, key, 'POST', `/v1/events/${event.id}/blocks`, { seat_ids: [await seat(base, event, 4)] });
	await grace.getByText('One of your seats has just been taken by somebody else.').waitFor();
	await grace.getByText('Find me the best').click();
	await grace.getByRole('button', { name: 'One more seat' }).click();
	await grace.getByRole('button', { name: 'Take the best 3 side by side' }).click();
	await take(grace, 'Grace Hopper', 'grace@example.org', 'Keep them for me');
	await grace.getByRole('heading', { name: 'Your tickets are kept for you' }).waitFor();
	await grace.getByText('3 × Stalls').waitFor();

	// Alan wants any seat of the balcony, which is full; he waits for it.
	await call(base, key, 'POST', `/v1/events/${event.id}/blocks`, { seat_ids: await Promise.all([33, 34, 35, 36].map((n) => seat(base, event, n))) });
	const alan = await person(browser, base, findings);
	await alan.goto(`${address}/seats`);
	await alan.getByRole('button', { name: 'Nothing that suits? Wait for a seat' }).click();
	await alan.getByRole('button', { name: 'Join the line' }).waitFor();
	await check(alan, 'waiting for seats', findings);
	await alan.getByLabel('Section Balcony').check();
	await take(alan, 'Alan Turing', 'alan@example.org', 'Join the line');
	await alan.getByRole('heading', { name: 'You are in line' }).waitFor();
	await alan.getByRole('link', { name: 'Open the mailbox' }).waitFor();
	await mail(base, 'alan@example.org', /\/e\/hl_[A-Za-z0-9_-]+/);
	for (const p of [ada, grace, alan]) await p.context().close();
}

/** Waits until two maps show the same, to the last pixel. */
export async function alike(one, other, what) {
	const picture = (map) => map.evaluate((canvas) => canvas.toDataURL());
	await eventually(async () => (await picture(one)) === (await picture(other)), what);
}

/** A phone on its side. */
export const sideways = { width: 844, height: 390 };

/** A phone that is turned shows what one shows that was held so from the start; what somebody looks at closely stays. */
async function turning({ browser, base, findings, check }, address) {
	const [turned, flat] = [await person(browser, base, findings), await person(browser, base, findings, { viewport: sideways })];
	const maps = [turned, flat].map((page) => page.getByRole('application', { name: 'Map of the seats' }));
	// The letters come late to one of them, when its map has been drawn.
	let lettered;
	const letters = new Promise((done) => (lettered = done));
	await turned.route('**/*.woff2', async (route) => {
		await letters;
		await route.continue();
	});
	for (const page of [turned, flat]) await page.goto(address, { waitUntil: 'commit' });
	for (const map of maps) await map.waitFor();
	await turned.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
	lettered();
	await turned.setViewportSize(sideways);
	await alike(...maps, 'a phone that was turned shows the whole hall');
	const { y, height } = await maps[1].boundingBox();
	expect(height > 200 && y + height <= sideways.height, `the map is on the screen: ${y}, ${height}`);
	expect(await flat.getByRole('button', { name: 'Closer' }).isVisible(), 'and so is what makes it larger');
	await check(flat, 'seats on a phone on its side', findings);
	const upright = { width: 390, height: 844 };
	for (const page of [turned, flat]) await page.setViewportSize(upright);
	await alike(...maps, 'and so does one that was turned back');
	for (const page of [turned, flat]) await page.context().close();
}

async function seat(base, event, n) {
	const layout = await (await fetch(`${base}/v1/events/${event.id}/seats/layout`)).json();
	return layout.seat_id_prefix + String(n).padStart(16, '0');
}

/** How long one pans to find out how fast that is, in ms. */
const panning = 3000;

/**
 * Frames a second while a finger pans over 20,000 seats, on a phone with a
 * processor a quarter as fast, from far away and from near.
 */
export async function smooth({ browser, base, key, findings }) {
	const sections = ['North', 'East', 'South', 'West'].map((name, i) => [name, 50, 100, i % 2 ? 'Side' : 'Front']);
	const event = await hall(base, key, 'Great Hall', sections);
	const page = await person(browser, base, findings, { deviceScaleFactor: 2, hasTouch: true, reducedMotion: 'no-preference' });
	await page.goto(`/events/${event.id}/seats`);
	const map = page.getByRole('application', { name: 'Map of the seats' });
	await map.waitFor();
	const devtools = await page.context().newCDPSession(page);
	await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
	const rates = {};
	for (const [where, closer] of [['far', 0], ['between', 3], ['near', 5]]) {
		for (let i = 0; i < closer; i++) await page.getByRole('button', { name: 'Closer' }).click();
		rates[where] = (await map.evaluate(circle, { ms: panning })).rate;
		await page.getByRole('button', { name: 'Show the whole hall' }).click();
	}
	await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
	await page.context().close();
	return rates;
}

/**
 * Runs in the page: a finger that goes in circles, a step a frame, from the
 * middle of the map or from `at`. Returns the frames a second, and the longest one in ms.
 */
export function circle(canvas, { ms, at }) {
	const box = canvas.getBoundingClientRect();
	const [x, y] = at ? [at.x, at.y] : [box.left + box.width / 2, box.top + box.height / 2];
	const finger = (type, dx, dy) => canvas.dispatchEvent(new PointerEvent(type, { pointerId: 7, pointerType: 'touch', bubbles: true, clientX: x + dx, clientY: y + dy }));
	canvas.setPointerCapture = () => {};
	return new Promise((done) => {
		let frames = 0;
		let longest = 0;
		const begin = performance.now();
		let last = begin;
		finger('pointerdown', 0, 0);
		const step = () => {
			const now = performance.now();
			const passed = now - begin;
			longest = Math.max(longest, now - last);
			last = now;
			if (passed > ms) {
				finger('pointercancel', 0, 0);
				done({ rate: Math.round((frames * 1000) / passed), longest: Math.round(longest) });
				return;
			}
			frames++;
			finger('pointermove', 120 * Math.sin(passed / 300), 120 * (1 - Math.cos(passed / 300)));
			requestAnimationFrame(step);
		};
		requestAnimationFrame(step);
	});
}
