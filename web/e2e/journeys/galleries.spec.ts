// Galleries: an organizer gives a venue and a room several pictures, says what is seen in each and puts them
// in order by the keyboard, a mouse and a finger; a stranger sees them on the page of the venue without a script, and a guest on
// the page of their booking.
import { desktop, phone } from '../fixtures/looks';
import { drawn } from '../fixtures/pictures';
import { member } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';

const t = say.venues;
const words = say.pictures;

test('the pictures of a venue and its rooms', async ({ site }) => {
	const { call, check, mail, person, show } = site;
	const venue = await call('POST', '/v1/venues', {
		name: 'Old mill',
		address: 'Am Bach 1, 20457 Hamburg',
		timezone: 'Europe/Berlin',
		capacity: 300,
		facilities: ['step_free'],
		public_page: true,
		guest_bookings: true
	});
	const hall = await call('POST', `/v1/venues/${venue.id}/rooms`, { name: 'Great hall', capacities: { rows: 200 } });
	await call('POST', `/v1/venues/${venue.id}/rooms`, { name: 'Cellar' });

	const gwen = await person({ viewport: desktop, storageState: await member(site, 'gwen@organizers.example', 'Gwen', 'organizer') });
	await gwen.goto('/manage/venues');
	await gwen.getByRole('button', { name: t('rename', { name: 'Old mill' }), exact: true }).click();
	const form = gwen.getByRole('form', { name: t('rename', { name: 'Old mill' }) });
	const nth = (n: number) => form.getByRole('listitem', { name: words('gallery.nth', { n: String(n) }), exact: true });
	const seen = (n: number) => nth(n).getByLabel(words('alt'), { exact: true });
	const file = async (name: string, moon: number) => ({ name: `${name}.webp`, mimeType: 'image/webp', buffer: await drawn(gwen, 'image/webp', { moon }) });

	// What is not a picture is refused in words; what is one comes in the order in which it was chosen.
	const chosen = form.locator('input[type=file]');
	await chosen.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload="alert(1)"/>') });
	await expect(form.getByText(words('problem.picture_unsupported'))).toBeVisible();
	await chosen.setInputFiles([await file('mill', 300), await file('yard', 700), await file('brook', 1100), await file('loft', 1500)]);
	await expect(nth(4)).toBeVisible();
	await expect(form.getByText(words('problem.picture_unsupported'))).toBeHidden();
	await expect(seen(1)).toBeFocused();
	await chosen.setInputFiles(await file('mill', 300));
	await expect(form.getByText(words('gallery.twice'))).toBeVisible();

	// Without words for each of them nothing is sent, and the first that has none is said.
	await seen(1).fill('The mill at dusk');
	await seen(3).fill('The brook behind the house');
	await seen(4).fill('A loft');
	await form.getByRole('button', { name: say.core('save') }).click();
	await expect(seen(2)).toBeFocused();
	await expect(seen(2)).toHaveAttribute('aria-invalid', 'true');
	expect((await call('GET', `/v1/venues/${venue.id}`)).pictures).toHaveLength(0);
	await seen(2).fill('The yard');

	// The keyboard puts them in order, and stays where it was.
	const up = (n: number) => form.getByRole('button', { name: words('gallery.up', { n: String(n) }), exact: true });
	await up(3).focus();
	await gwen.keyboard.press('Enter');
	await expect(form.getByText(words('gallery.moved', { n: '3', to: '2' }))).toBeAttached();
	await expect(seen(2)).toHaveValue('The brook behind the house');
	await expect(form.locator('[aria-invalid=true]')).toHaveCount(0);
	await expect(up(2)).toBeFocused();
	await gwen.keyboard.press('Enter');
	await expect(seen(1)).toHaveValue('The brook behind the house');
	await expect(up(1)).toBeDisabled();
	await expect(form.getByRole('button', { name: words('gallery.down', { n: '1' }), exact: true })).toBeFocused();
	await form.getByRole('button', { name: words('gallery.remove', { n: '4' }), exact: true }).press('Enter');
	await expect(nth(4)).toHaveCount(0);
	await expect(seen(3)).toHaveValue('The yard');

	// A mouse drags them, down and up again; nothing is written by that, and what was dragged is said.
	const grip = (n: number) => nth(n).locator('[data-grip]');
	const middle = async (n: number) => {
		const box = (await grip(n).boundingBox())!;
		return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
	};
	const drag = async (from: number, to: number) => {
		await nth(Math.max(from, to)).scrollIntoViewIfNeeded();
		await grip(from).hover(); // once it rests
		const [start, end, box] = [await middle(from), await middle(to), (await nth(to).boundingBox())!];
		await gwen.mouse.down();
		await gwen.mouse.move(start.x, to > from ? box.y + box.height - 4 : end.y - 20, { steps: 8 });
		await gwen.mouse.up();
	};
	await drag(1, 2);
	await expect(seen(2)).toHaveValue('The brook behind the house');
	await expect(form.getByText(words('gallery.moved', { n: '1', to: '2' }))).toBeAttached();
	await drag(2, 1);
	await expect(seen(1)).toHaveValue('The brook behind the house');
	await check(gwen, 'the pictures of a venue');
	await show(gwen, 'gallery-form', true);
	await form.getByRole('button', { name: say.core('save') }).click();
	await expect
		.poll(async () => (await call('GET', `/v1/venues/${venue.id}`)).pictures.map((p: { alt: string }) => p.alt))
		.toEqual(['The brook behind the house', 'The mill at dusk', 'The yard']);

	await gwen.getByRole('button', { name: t('rename', { name: 'Great hall' }), exact: true }).click();
	const ofRoom = gwen.getByRole('form', { name: t('rename', { name: 'Great hall' }) });
	await ofRoom.locator('input[type=file]').setInputFiles([await file('hall', 500), await file('stage', 1700)]);
	for (const [n, what] of ['Rows of chairs', 'The stage'].entries())
		await ofRoom
			.getByRole('listitem', { name: words('gallery.nth', { n: String(n + 1) }), exact: true })
			.getByLabel(words('alt'), { exact: true })
			.fill(what);
	const small = await person({ viewport: phone, hasTouch: true, storageState: await gwen.context().storageState() });
	await ofRoom.getByRole('button', { name: say.core('save') }).click();
	await expect
		.poll(async () => (await call('GET', `/v1/venues/${venue.id}`)).rooms.map((r: { pictures: object[] }) => r.pictures.length).sort())
		.toEqual([0, 2]);
	await small.goto('/manage/venues');
	await small.getByRole('button', { name: t('rename', { name: 'Great hall' }), exact: true }).click();
	await expect(small.getByRole('listitem', { name: words('gallery.nth', { n: '2' }), exact: true })).toBeVisible();
	// A finger drags as well.
	const held = small.getByRole('listitem', { name: words('gallery.nth', { n: '2' }), exact: true }).locator('[data-grip]');
	await held.scrollIntoViewIfNeeded();
	const from = (await held.boundingBox())!;
	const above = (await small.getByRole('listitem', { name: words('gallery.nth', { n: '1' }), exact: true }).boundingBox())!;
	const finger = await small.context().newCDPSession(small);
	const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
		finger.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: from.x + from.width / 2, y }] });
	await touch('touchStart', from.y + from.height / 2);
	for (let y = from.y; y > Math.max(above.y + 4, 1); y -= 40) await touch('touchMove', y);
	await touch('touchMove', Math.max(above.y + 4, 1));
	await touch('touchEnd');
	const first = small.getByRole('listitem', { name: words('gallery.nth', { n: '1' }), exact: true }).getByLabel(words('alt'), { exact: true });
	await expect(first).toHaveValue('The stage');
	await small.getByRole('button', { name: words('gallery.down', { n: '1' }), exact: true }).click();
	await expect(first).toHaveValue('Rows of chairs');
	await check(small, 'the pictures of a room on a phone');
	await show(small, 'gallery-form-phone', true);

	// A stranger without a script has the main picture first, and the others when they come to them.
	const plain = await person({ viewport: phone, javaScriptEnabled: false });
	await plain.goto(`/venues/${venue.id}`);
	const images = plain.locator('main img');
	await expect(images).toHaveCount(5);
	expect(await images.evaluateAll((all) => all.map((i) => [i.getAttribute('alt'), i.getAttribute('loading')]))).toEqual([
		['The brook behind the house', null],
		['The mill at dusk', 'lazy'],
		['The yard', 'lazy'],
		['Rows of chairs', 'lazy'],
		['The stage', 'lazy']
	]);
	for (const name of ['The mill at dusk', 'The stage']) {
		const image = plain.getByRole('img', { name });
		await image.scrollIntoViewIfNeeded();
		await expect.poll(() => image.evaluate((i: HTMLImageElement) => i.naturalWidth > 0)).toBe(true);
	}
	// A small place loads a small file, and the whole picture is a link away.
	expect(await plain.getByRole('img', { name: 'The mill at dusk' }).evaluate((i: HTMLImageElement) => i.currentSrc)).toMatch(/\/480\.jpg$/);
	await expect(plain.getByRole('link', { name: 'The mill at dusk' })).toHaveAttribute('href', /^\/media\/pic_[^/]+\/1600\.jpg$/);

	for (const viewport of [phone, desktop]) {
		const reader = await person({ viewport });
		await reader.goto(`/venues/${venue.id}`);
		await reader.getByRole('img', { name: 'The stage' }).scrollIntoViewIfNeeded();
		await expect.poll(() => reader.getByRole('img', { name: 'The stage' }).evaluate((i: HTMLImageElement) => i.naturalWidth > 0)).toBe(true);
		// Nothing moves while they come.
		const moved = await reader.evaluate(
			() =>
				new Promise<number>((done) => {
					new PerformanceObserver((list) => done(list.getEntries().reduce((sum, e) => sum + (e as unknown as { value: number }).value, 0))).observe({
						type: 'layout-shift',
						buffered: true
					});
					setTimeout(() => done(0), 500);
				})
		);
		expect(moved).toBeLessThan(0.01);
		await check(reader, 'the page of a venue with pictures');
		await show(reader, viewport === phone ? 'venue-gallery' : 'venue-gallery-wide', true);
	}

	// Whoever asks for a room sees it on the page of the booking.
	const day = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
	await call('POST', `/v1/public/venues/${venue.id}/bookings`, {
		rooms: [hall.id],
		starts_at: `${day}T10:00:00Z`,
		ends_at: `${day}T12:00:00Z`,
		people: 20,
		purpose: 'Choir',
		name: 'Grace',
		email: 'grace@example.org'
	});
	const grace = await person({ viewport: phone });
	await grace.goto(await mail('grace@example.org', /http[^"<>& ]*\/b\/[\w.-]+/));
	const stage = grace.getByRole('img', { name: 'The stage' });
	await stage.scrollIntoViewIfNeeded();
	await expect.poll(() => stage.evaluate((i: HTMLImageElement) => i.naturalWidth > 0)).toBe(true);
	await expect(grace.getByRole('img', { name: 'Rows of chairs' })).toBeVisible();
	await check(grace, 'the booking of a room with pictures');
	await show(grace, 'booking-gallery', true);
});
