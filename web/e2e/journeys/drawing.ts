// The board on which seating plans are drawn, and choosing many things on it at once.
import type { Locator, Page } from '@playwright/test';
import { expect, type Site } from '../fixtures/test';
import { say } from '../fixtures/words';

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

	// The button, for who has no Shift key: drawing then moves no map.
	const button = page.getByRole('button', { name: say.venues('frame') });
	await button.press('Enter');
	await expect(button, 'frames are switched on').toHaveAttribute('aria-pressed', 'true');
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
