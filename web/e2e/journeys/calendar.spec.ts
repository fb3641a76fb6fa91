// The time of rooms: booked by dragging, by keyboard and by finger, requested, confirmed,
// moved and cancelled, with what is in the way shown before anything is stored.
import type { Locator, Page } from '@playwright/test';
import { desktop } from '../fixtures/looks';
import { member } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';

/** A date so many days ahead on the clocks of Berlin. */
const date = (days: number) => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(Date.now() + days * 86_400_000);
const cell = (page: Page, room: string, time: string, what: string) => page.getByRole('gridcell', { name: `${room}, ${time}, ${what}`, exact: true });
const booked = (name: string, hours: string, status: 'requested' | 'confirmed') =>
	say.calendar('cell.booked', { name, hours, status: say.calendar(`status.${status}`) });
const middle = async (of: Locator) => {
	const box = (await of.boundingBox())!;
	return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

/** Drags with the mouse from the middle of one thing to that of another. */
async function drag(page: Page, from: Locator, to: Locator) {
	await from.evaluate((e) => e.scrollIntoView({ block: 'center' }));
	const [a, b] = [await middle(from), await middle(to)];
	await page.mouse.move(a.x, a.y);
	await page.mouse.down();
	await page.mouse.move(a.x + 2, a.y + 8, { steps: 2 });
	await page.mouse.move(b.x, b.y, { steps: 4 });
	await page.mouse.up();
}

test('the calendar of a venue', async ({ site }) => {
	const { call, check, person, show } = site;
	const tomorrow = date(3);
	const hours = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((weekday) => ({ weekday, opens: '08:00', closes: '22:00' }));
	const venue = await call('POST', '/v1/venues', {
		name: 'Old harbour',
		timezone: 'Europe/Berlin',
		needs_approval: true,
		default_setup_minutes: 30,
		opening_hours: { weekly: hours }
	});
	const room = async (name: string, part_of = '') => (await call('POST', `/v1/venues/${venue.id}/rooms`, { name, part_of })).id;
	const hall = await room('Hall');
	await room('Stage', hall);
	const cellar = await room('Cellar');
	const petra = await person({ viewport: desktop, storageState: await member(site, 'petra@organizers.example', 'Petra', 'organizer') });
	await petra.goto('/manage/venues');
	await petra.getByRole('link', { name: `${say.venues('calendar')} Old harbour` }).click();
	await expect(petra.getByRole('grid')).toBeVisible();
	await petra.getByLabel(say.calendar('date')).fill(tomorrow);

	// By mouse: the form says that the time is free, and the venue confirms.
	await drag(petra, cell(petra, 'Hall', '10:00', say.calendar('cell.free')), cell(petra, 'Hall', '11:30', say.calendar('cell.free')));
	const dialog = petra.getByRole('dialog');
	await expect(dialog.getByText(say.calendar('free.requested'))).toBeVisible();
	await dialog.getByLabel(say.calendar('form.purpose')).fill('Choir');
	await check(petra, 'booking rooms');
	await dialog.getByRole('button', { name: say.calendar('form.request') }).click();
	await expect(cell(petra, 'Hall', '10:00', booked('Choir', '10:00 – 12:00', 'requested'))).toBeAttached();
	await expect(
		cell(petra, 'Hall', '9:30', say.calendar('cell.setup', { name: 'Choir', hours: '10:00 – 12:00', status: say.calendar('status.requested') }))
	).toBeAttached();
	await petra.getByRole('button', { name: `${say.calendar('confirm')} Choir` }).click();
	await expect(cell(petra, 'Hall', '10:00', booked('Choir', '10:00 – 12:00', 'confirmed'))).toBeAttached();

	// By keyboard, a part of what is taken: what is in the way is shown, and a free time chosen.
	await cell(petra, 'Stage', '9:00', say.calendar('cell.free')).focus();
	for (const key of ['ArrowUp', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Enter']) await petra.keyboard.press(key);
	await expect(dialog.getByText(say.calendar('conflict.part', { booked: 'Hall', room: 'Stage' }))).toBeVisible();
	await check(petra, 'what is in the way');
	await dialog.getByRole('button', { name: new RegExp(`^${say.calendar('free.after')}.*12:30$`) }).press('Enter');
	await expect(dialog.getByText(say.calendar('free.requested'))).toBeVisible();
	await dialog.getByLabel(say.calendar('form.purpose')).fill('Tango');
	await dialog.getByLabel(say.calendar('form.purpose')).press('Enter');
	await expect(cell(petra, 'Stage', '12:30', booked('Tango', '12:30 – 14:00', 'requested'))).toBeAttached();
	await show(petra, 'manage-calendar');

	// Moved by the mouse, into another room; what is dragged onto another is refused before it is stored.
	const block = petra.locator('.block').filter({ hasText: 'Tango' }).last();
	await drag(petra, block, cell(petra, 'Cellar', '16:00', say.calendar('cell.free')));
	await expect(dialog.getByText(say.calendar('free.move'))).toBeVisible();
	await dialog.getByRole('button', { name: say.calendar('form.move') }).click();
	await expect(petra.getByText(say.calendar('done.moved'))).toBeVisible();
	const moved = petra.getByRole('gridcell', { name: /^Cellar, 1[56]:\d\d, Tango/ });
	await expect(moved.first()).toBeAttached();

	// Cancelled by keyboard.
	await moved.first().focus();
	await petra.keyboard.press('ArrowDown');
	await petra.keyboard.press('Enter');
	await dialog.getByRole('button', { name: say.calendar('cancel') }).press('Enter');
	await check(petra, 'cancelling a booking');
	await dialog.getByRole('button', { name: say.calendar('cancel.yes') }).press('Enter');
	await expect(moved).toHaveCount(0);

	// What repeats: it is said of each date what becomes of it, and one that is taken waits until it comes free.
	const taken = await call('POST', `/v1/venues/${venue.id}/bookings`, {
		rooms: [cellar],
		starts_at: `${date(10)}T10:00:00Z`,
		ends_at: `${date(10)}T19:00:00Z`
	});
	await cell(petra, 'Cellar', '13:00', say.calendar('cell.free')).click();
	await dialog.getByLabel(say.calendar('repeat'), { exact: true }).selectOption('weekly');
	await dialog.getByLabel(say.calendar('repeat.until')).fill(date(17));
	await expect(dialog.getByText(say.calendar('dates.booked', { n: 2 }))).toBeVisible();
	await expect(dialog.getByText(say.calendar('dates.waiting', { n: 1 }))).toBeVisible();
	await check(petra, 'booking what repeats');
	await dialog.getByText(say.calendar('dates.waiting', { n: 1 })).scrollIntoViewIfNeeded();
	await show(petra, 'manage-calendar-repeats');
	await dialog.getByRole('button', { name: say.calendar('form.request') }).click();
	await expect(cell(petra, 'Cellar', '13:00', booked(say.calendar('booking'), '13:00 – 14:00', 'requested'))).toBeAttached();
	await call('POST', `/v1/bookings/${taken.id}:cancel`, { reason: 'no_longer_needed' });
	await petra.goto(`/manage/venues/${venue.id}?view=day&date=${date(10)}`);
	await cell(petra, 'Cellar', '13:00', booked(say.calendar('booking'), '13:00 – 14:00', 'requested')).press('Enter');
	await dialog.getByRole('button', { name: say.calendar('series.cancel') }).click();
	await dialog.getByRole('button', { name: say.calendar('cancel.yes') }).click();
	await expect(cell(petra, 'Cellar', '13:00', say.calendar('cell.free'))).toBeAttached();

	// With a finger that stays first; one that moves at once scrolls.
	const otto = await person({ hasTouch: true, isMobile: true, storageState: await petra.context().storageState() });
	await otto.goto(`/manage/venues/${venue.id}?view=week&date=${tomorrow}&room=${hall}`);
	await expect(otto.getByRole('gridcell', { name: /Choir/ }).first()).toBeAttached();
	const finger = await otto.context().newCDPSession(otto);
	const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
		finger.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
	const free = otto.getByRole('gridcell', { name: new RegExp(`, 15:00, ${say.calendar('cell.free')}$`) }).last();
	await free.scrollIntoViewIfNeeded();
	const from = await middle(free);
	await touch('touchStart', from);
	await expect(otto.locator('.ghost')).toBeVisible();
	await touch('touchMove', { x: from.x, y: from.y + 30 });
	await touch('touchEnd');
	await expect(otto.getByRole('dialog').getByText(say.calendar('free.requested'))).toBeVisible();
	await otto.keyboard.press('Escape');

	// The list of a phone, and the month.
	await otto.goto(`/manage/venues/${venue.id}?date=${tomorrow}`);
	await expect(otto.getByRole('button', { name: /Choir/ })).toBeVisible();
	await check(otto, 'the list of a phone');
	await show(otto, 'manage-calendar-list', true);
	await otto.getByRole('link', { name: say.calendar('view.month'), exact: true }).click();
	await expect(otto.getByRole('link', { name: /1 booking/ }).first()).toBeVisible();
	await check(otto, 'the month of a phone');
	await show(otto, 'manage-calendar-month');
	await petra.goto(`/manage/venues/${venue.id}?view=week&date=${tomorrow}`);
	await expect(petra.getByRole('grid')).toBeVisible();
	await show(petra, 'manage-calendar-week');

	// From the right, in Arabic: what is booked lies on its cells, what is dragged in its column, and the keys go as they look.
	const layla = await person({ viewport: desktop, locale: 'ar', storageState: await petra.context().storageState() });
	await layla.goto(`/manage/venues/${venue.id}?view=day&date=${tomorrow}`);
	const at = (column: number) => layla.locator(`[role=gridcell][data-column="${column}"]`);
	await expect(layla.locator('.block', { hasText: 'Choir' }).first()).toBeVisible();
	const sides = async (of: Locator) => {
		const box = (await of.boundingBox())!;
		return { from: box.x, to: box.x + box.width };
	};
	const inside = async (what: Locator, column: number) => {
		const [a, b] = [await sides(what), await sides(at(column).first())];
		return a.from >= b.from - 1 && a.to <= b.to + 1;
	};
	expect(await inside(layla.locator('.block', { hasText: 'Choir' }).first(), 1), 'a booking lies in its column').toBe(true);
	const open = at(0).and(layla.locator('.free')).last();
	await open.evaluate((e) => e.scrollIntoView({ block: 'center' }));
	const held = await middle(open);
	await layla.mouse.move(held.x, held.y);
	await layla.mouse.down();
	await layla.mouse.move(held.x, held.y - 40, { steps: 4 });
	await expect(layla.locator('.ghost')).toBeVisible();
	expect(await inside(layla.locator('.ghost'), 0), 'what is chosen lies where it is dragged').toBe(true);
	await layla.keyboard.press('Escape');
	await layla.mouse.up();
	await at(0).first().focus();
	await layla.keyboard.press('ArrowLeft');
	await expect(at(1).first()).toBeFocused();
	await show(layla, 'manage-calendar-arabic');
});

test('calendars of others that keep rooms', async ({ site }) => {
	const { call, check, person, show } = site;
	const t = say.calendar;
	const venue = await call('POST', '/v1/venues', { name: 'Old harbour', timezone: 'Europe/Berlin' });
	await call('POST', `/v1/venues/${venue.id}/rooms`, { name: 'Hall' });
	const petra = await person({ viewport: desktop, storageState: await member(site, 'petra@organizers.example', 'Petra', 'organizer') });
	await petra.goto(`/manage/venues/${venue.id}`);
	await petra.getByRole('button', { name: t('imports'), exact: true }).click();
	const dialog = petra.getByRole('dialog');
	await dialog.getByRole('button', { name: t('imports.add') }).click();
	// What is missing, and an address that nobody may call, are said at their fields.
	await dialog.getByRole('button', { name: t('imports.add') }).click();
	await expect(dialog.getByLabel(t('imports.name'))).toBeFocused();
	await dialog.getByLabel(t('imports.name')).fill('Choir of the harbour');
	await dialog.getByLabel(t('imports.url')).fill('http://10.0.0.1/harbour.ics');
	await dialog.getByRole('button', { name: t('imports.add') }).click();
	await expect(dialog.getByLabel(t('imports.url'))).toHaveAttribute('aria-invalid', 'true');
	await check(petra, 'adding a calendar of others');
	await show(petra, 'manage-calendar-import');
	await dialog.getByLabel(t('imports.url')).fill('https://calendar.example/harbour.ics?token=secret');
	await dialog.getByRole('button', { name: t('imports.add') }).click();
	// The address is not shown again; until it is read it keeps nothing.
	await expect(dialog.getByText(t('imports.from', { room: 'Hall', host: 'calendar.example' }))).toBeVisible();
	await expect(dialog.getByText(t('imports.never'))).toBeVisible();
	await expect(dialog.getByText('token=secret')).not.toBeAttached();
	await check(petra, 'calendars of others');
	await show(petra, 'manage-calendar-imports');
	await dialog.getByRole('button', { name: t('imports.fetch.of', { name: 'Choir of the harbour' }) }).click();
	await expect(petra.getByText(t('imports.soon'), { exact: true })).toBeVisible();
	await dialog.getByRole('button', { name: t('imports.remove.of', { name: 'Choir of the harbour' }) }).click();
	await expect(petra.getByText(t('imports.removed'), { exact: true })).toBeVisible();

	// The other way round: a calendar program reads the bookings at a secret address, until it is ended.
	await dialog.getByRole('button', { name: say.account('me.calendar.create') }).click();
	const address = await dialog.getByLabel(say.account('me.calendar.address')).inputValue();
	const read = () => petra.request.get(new URL(address).pathname);
	expect((await read()).headers()['content-type']).toContain('text/calendar');
	await check(petra, 'the address of a calendar of bookings');
	await show(petra, 'manage-calendar-feed');
	await dialog.getByRole('button', { name: say.account('me.calendar.end') }).click();
	await expect(petra.getByText(say.account('me.calendar.ended'), { exact: true })).toBeVisible();
	expect((await read()).status()).toBe(404);
	await expect(dialog.getByText('Choir of the harbour')).not.toBeAttached();
});
