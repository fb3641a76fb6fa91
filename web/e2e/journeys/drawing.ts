// The board on which seating plans are drawn: a plan from nothing, moved and marked,
// and many things of it chosen at once.
import type { Locator, Page } from '@playwright/test';
import { phone, sideways } from '../fixtures/looks';
import { signIn } from '../fixtures/signing-in';
import { expect, type Site } from '../fixtures/test';
import { say } from '../fixtures/texts';
import { alike } from './halls';

/** The part of a plan that says where its seats are: distances from one to the next. */
interface Layout {
	sections: { name: string; rows: { count: number; x: number[]; y: number[] }[] }[];
}

/** The board on which a plan is drawn. */
export const board = (page: Page) => page.getByRole('application', { name: say.venues('board.label') });
/** Waits until so many seats are chosen. */
export const chosen = (page: Page, n: number) =>
	expect(page.getByRole('heading', { name: n === 1 ? '1 seat selected' : `${n.toLocaleString('en')} seats selected` })).toBeVisible();
/** Works on sections or on seats. */
export const work = (page: Page, on: 'Sections' | 'Seats') => page.getByRole('radio', { name: on, exact: true }).check({ force: true });

/** Draws with the mouse from corner to corner of the map. */
async function across(page: Page, map: Locator) {
	const box = (await map.boundingBox())!;
	await page.mouse.move(box.x + 6, box.y + 76);
	await page.mouse.down();
	await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 3 });
	await page.mouse.move(box.x + box.width - 6, box.y + box.height - 6, { steps: 3 });
	await page.mouse.up();
}

/** Chooses sections and seats in a frame: with Shift, with a button, by keyboard. */
export async function frames({ show }: Site, page: Page) {
	const map = board(page);
	await work(page, 'Seats');
	await map.press('Escape');
	await chosen(page, 0);
	await work(page, 'Sections');
	await map.press('0');
	await page.keyboard.down('Shift');
	await across(page, map);
	await page.keyboard.up('Shift');
	await expect(page.getByRole('heading', { name: '3 sections selected' })).toBeVisible();
	await show(page, 'plan-sections');
	await map.press('Shift+ArrowRight');
	await expect(page.getByText(/^3 sections: -?\d+ across, -?\d+ deep$/)).toBeAttached();
	await page.getByRole('button', { name: say.venues('undo') }).click();
	// One less with Shift in the list, then none.
	await page.getByRole('button', { name: /^Stalls 6 rows/ }).click({ modifiers: ['Shift'] });
	await expect(page.getByRole('heading', { name: '2 sections selected' })).toBeVisible();
	await page.getByRole('button', { name: say.venues('group.seats') }).click();
	await chosen(page, 32);
	await map.press('Escape');
	await chosen(page, 0);

	// The button, for people without a Shift key: drawing then moves no map.
	const button = page.getByRole('button', { name: say.venues('frame') });
	await button.press('Enter');
	await expect(button, 'frames are switched on').toHaveAttribute('aria-pressed', 'true');
	await map.press('0'); // the page was looked at in another size since
	await across(page, map);
	await chosen(page, 116);
	await expect(page.getByText(say.venues('say.framed', { n: 116, all: 116 }))).toBeAttached();
	await show(page, 'plan-frame');
	await page.getByRole('button', { name: say.venues('chosen.none'), exact: true }).click();
	// By keyboard: a corner, and the other.
	await map.press('ArrowRight');
	await map.press('Enter');
	await expect(page.getByText(/^First corner: /)).toBeAttached();
	await map.press('ArrowRight');
	await map.press('Enter');
	await chosen(page, 2);
	await map.press('Escape');
	await chosen(page, 0);
	await button.click();
	await expect(button, 'and off').toHaveAttribute('aria-pressed', 'false');
}

/** Where a section's middle is on the screen, when the map shows the whole plan: as SeatMap fits it. */
export async function middle(map: Locator, { layout }: { layout: Layout }, name: string) {
	const sum = (list: number[], n: number) =>
		Array.from({ length: n }, (_, k) => k).reduce<number[]>(
			(all, k) => [...all, k ? all[k - 1]! + (list.length === 1 ? 0 : list[Math.min(k, list.length - 1)]!) : list[0]!],
			[]
		);
	const rows = layout.sections.flatMap((s) => s.rows.map((r) => ({ section: s.name, x: sum(r.x, r.count), y: sum(r.y, r.count) })));
	const [xs, ys] = [rows.flatMap((r) => r.x), rows.flatMap((r) => r.y)];
	const first = rows[0]!;
	const pitch = Math.hypot(first.x[1]! - first.x[0]!, first.y[1]! - first.y[0]!);
	const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys) - 2.5 * pitch, Math.max(...ys)] as const;
	const box = (await map.boundingBox())!;
	const zoom = Math.min(56 / pitch, (box.width - 72) / (right - left), (box.height - 72) / (bottom - top));
	const last = rows.filter((r) => r.section === name).at(-1)!;
	const k = last.x.length >> 1;
	return { x: box.x + box.width / 2 + (last.x[k]! - (left + right) / 2) * zoom, y: box.y + box.height / 2 + (last.y[k]! - (top + bottom) / 2) * zoom };
}

/** Signs a member in, who draws a plan from nothing, and returns its id. */
export async function draw({ mail, check, show }: Site, petra: Page, email: string) {
	await petra.goto('/manage/venues');
	await expect(petra.getByRole('heading', { name: say.organizer('gate.signIn.title') })).toBeVisible();
	await signIn(petra, mail, email);
	await expect(petra.getByRole('heading', { name: say.venues('title'), level: 1 })).toBeVisible();
	await petra
		.getByRole('button', { name: say.venues('venue.new') })
		.first()
		.click();
	await petra.getByRole('button', { name: say.venues('place.go') }).click();
	await expect(petra.getByText(say.core('field.required'))).toBeVisible();
	await check(petra, 'new venue with an error');
	await petra.getByLabel(say.venues('venue.name')).fill('Playhouse on the river');
	await petra.getByLabel(say.venues('venue.address')).fill('Mill lane 4');
	await petra.getByRole('button', { name: say.venues('place.go') }).click();
	await expect(petra.getByRole('heading', { name: say.venues('board.empty.title') })).toBeVisible();
	await show(petra, 'manage-plan-empty');

	// A section from a few numbers. What cannot be drawn is said where it is.
	await petra.getByRole('button', { name: say.venues('section.new') }).click();
	await petra.getByLabel(say.venues('generator.seats')).fill('0');
	await petra.getByRole('button', { name: say.venues('generator.add') }).click();
	await expect(petra.getByText(say.core('field.out_of_range'))).toBeVisible();
	await petra.getByLabel('Rows', { exact: true }).fill('6');
	await petra.getByLabel(say.venues('generator.seats')).fill('14');
	await petra.getByLabel(say.venues('tier')).fill('Front');
	await petra.getByLabel(say.venues('generator.bend')).fill('50');
	await expect(petra.getByText(say.venues('generator.makes', { n: 84 }))).toBeVisible();
	await show(petra, 'manage-plan-generator');
	await petra.getByRole('button', { name: say.venues('generator.add') }).click();
	await expect(petra.getByRole('button', { name: /^Stalls 6 rows, 84 seats/ })).toBeVisible();
	// Another, with odd numbers on the left and even ones on the right: two sections.
	await petra.getByRole('button', { name: say.venues('section.new') }).click();
	await petra.getByLabel(say.venues('section.name')).fill('Balcony');
	await petra.getByLabel(say.venues('tier')).fill('Back');
	await petra.getByLabel('Rows', { exact: true }).fill('2');
	await petra.getByLabel(say.venues('generator.seats')).fill('16');
	await petra.getByLabel(say.venues('generator.counting')).selectOption('split');
	await expect(petra.getByText(say.venues('generator.makes', { n: 32 }))).toBeVisible();
	await petra.getByRole('button', { name: say.venues('generator.add') }).click();
	await expect(petra.getByRole('button', { name: /^Balcony right 2 rows, 16 seats/ })).toBeVisible();
	await petra.getByRole('button', { name: say.core('save'), exact: true }).click();
	await expect(petra.getByText(say.venues('plan.saved', { n: 116 }))).toBeVisible();
	await petra.waitForURL(/\/manage\/venues\/plans\/pla_/);
	return new URL(petra.url()).pathname.split('/').at(-1)!;
}

/** A tablet, or a phone, that is turned shows the whole plan again. */
export async function turning({ person, check }: Site, petra: Page, plan: string) {
	const state = await petra.context().storageState();
	const open = async (viewport: typeof phone) => {
		const page = await person({ viewport, storageState: state });
		await page.goto(`/manage/venues/plans/${plan}`);
		const map = board(page);
		await expect(map).toBeVisible();
		return { page, map };
	};
	const [turned, flat] = [await open({ width: 390, height: 844 }), await open(sideways)];
	await turned.page.setViewportSize(sideways);
	await alike(turned.map, flat.map, 'a phone that was turned shows the whole plan');
	await check(flat.page, 'a plan on a phone on its side');
	for (const { page } of [turned, flat]) await page.context().close();
}

/** Moves sections by hand, by keyboard, by button and by figure, and takes it back. */
export async function move({ call, show }: Site, petra: Page, plan: string) {
	const across = petra.getByLabel(say.venues('place.x'));
	const where = async () => Number(await across.inputValue());
	await petra.getByRole('button', { name: /^Balcony right 2 rows/ }).click();
	const begun = await where();
	expect(begun, `the right half is on the right: ${begun}`).toBeGreaterThan(0);
	const map = board(petra);
	await map.press('0');
	await map.evaluate((e) => e.scrollIntoView({ block: 'end' }));
	const grab = await middle(map, await call('GET', `/v1/seating-plans/${plan}`), 'Balcony right');
	await petra.mouse.move(grab.x, grab.y);
	await petra.mouse.down();
	await petra.mouse.move(grab.x + 20, grab.y - 5, { steps: 4 });
	await petra.mouse.move(grab.x + 40, grab.y - 10, { steps: 4 });
	await petra.mouse.up();
	await expect.poll(where, `it was drawn to the right, from ${begun}`).toBeGreaterThan(begun + 20);
	const drawn = await where();
	await petra.getByRole('button', { name: say.venues('undo') }).click();
	await expect.poll(where, 'it is back').toBe(begun);
	await petra.getByRole('button', { name: say.venues('redo') }).click();
	await expect.poll(where, 'and there again').toBe(drawn);

	// Without drawing: arrow keys, buttons, figures.
	await map.press('ArrowRight');
	await map.press('Shift+ArrowRight');
	await expect.poll(where, 'arrow keys move it').toBe(drawn + 110);
	await map.press('r');
	await petra.getByRole('button', { name: say.venues('place.turnRight') }).click();
	await expect(petra.getByLabel(say.venues('place.angle')), 'it is turned by 5 and by 15 degrees').toHaveValue('20');
	await petra.getByRole('button', { name: say.venues('place.left'), exact: true }).click();
	await across.fill('500');
	await across.press('Enter');
	await expect.poll(where, 'it stands where the figure says').toBe(500);
	await show(petra, 'manage-plan');

	// Seats: a wheelchair space and the one beside it, by the list; the API says what is wrong.
	await petra.getByText('Seats', { exact: true }).click();
	await petra.getByLabel(say.venues('section'), { exact: true }).selectOption({ label: 'Stalls' });
	await petra.getByRole('checkbox', { name: say.venues('seat.says', { row: 'A', number: 9, tier: 'Front' }), exact: true }).check({ force: true });
	await petra.getByRole('checkbox', { name: say.venues('mark.companion') }).check();
	await petra.getByRole('button', { name: say.core('save'), exact: true }).click();
	await expect(petra.getByText(say.venues('fault.alone'))).toBeVisible();
	await expect(petra.getByText(say.venues('fault.seat', { section: 'Stalls', row: 'A', number: 9 })).first()).toBeVisible();
	await show(petra, 'manage-plan-fault');
	await petra.getByRole('button', { name: say.venues('chosen.none') }).click();
	await petra.getByRole('checkbox', { name: say.venues('seat.says', { row: 'A', number: 10, tier: 'Front' }), exact: true }).check({ force: true });
	await petra.getByRole('checkbox', { name: say.venues('mark.accessible'), exact: true }).check();
	await show(petra, 'manage-plan-seats');
	await petra.getByRole('button', { name: say.core('save'), exact: true }).click();
	await expect(petra.getByText(say.venues('plan.asSaved', { n: 2 }))).toBeVisible();
	const stored = await call('GET', `/v1/seating-plans/${plan}`);
	const row = stored.layout.sections[0].rows[0];
	expect(stored.version, `what was drawn is stored: ${JSON.stringify(row)}`).toBe(2);
	expect(row.companion?.[0], `what was drawn is stored: ${JSON.stringify(row)}`).toBe(8);
	expect(row.accessible?.[0], `what was drawn is stored: ${JSON.stringify(row)}`).toBe(9);
}
