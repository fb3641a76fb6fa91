// What the editor of seating plans owes to who draws large ones: choosing many
// things at once, and staying smooth with 20,000 seats.
import { call, expect, patience } from './browser.mjs';
import { circle } from './seats.mjs';

const board = (page) => page.getByRole('application', { name: 'Plan of the room' });
const chosen = (page, n) => page.getByRole('heading', { name: n === 1 ? '1 seat chosen' : `${n.toLocaleString('en')} seats chosen` }).waitFor();
const work = (page, on) => page.getByRole('radio', { name: on, exact: true }).check({ force: true });

/** Draws with the mouse from corner to corner of the map. */
async function across(page, map) {
	const box = await map.boundingBox();
	await page.mouse.move(box.x + 6, box.y + 76);
	await page.mouse.down();
	await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 3 });
	await page.mouse.move(box.x + box.width - 6, box.y + box.height - 6, { steps: 3 });
	await page.mouse.up();
}

/** Chooses sections and seats in a frame: with Shift, with a button, by keyboard. */
export async function frames({ page, findings, check, shoot }) {
	const map = board(page);
	await work(page, 'Seats');
	await map.press('Escape');
	await chosen(page, 0);
	await work(page, 'Sections');
	await map.press('0');
	await page.keyboard.down('Shift');
	await across(page, map);
	await page.keyboard.up('Shift');
	await page.getByRole('heading', { name: '3 sections chosen' }).waitFor();
	await check(page, 'several sections', findings);
	await shoot(page, 'plan-sections');
	await map.press('Shift+ArrowRight');
	await page.getByText(/^3 sections: -?\d+ across, -?\d+ deep$/).waitFor({ state: 'attached' });
	await page.getByRole('button', { name: 'Undo' }).click();
	// One less with Shift in the list, then none.
	await page.getByRole('button', { name: /^Stalls 6 rows/ }).click({ modifiers: ['Shift'] });
	await page.getByRole('heading', { name: '2 sections chosen' }).waitFor();
	await page.getByRole('button', { name: 'Choose all their seats' }).click();
	await chosen(page, 32);
	await map.press('Escape');
	await chosen(page, 0);

	// The button, for who has no Shift key: drawing then moves no map.
	const button = page.getByRole('button', { name: 'Choose with a frame' });
	await button.press('Enter');
	expect((await button.getAttribute('aria-pressed')) === 'true', 'frames are switched on');
	await across(page, map);
	await chosen(page, 116);
	await page.getByText('116 seats in the frame, 116 chosen').waitFor({ state: 'attached' });
	await shoot(page, 'plan-frame');
	await page.getByRole('button', { name: 'None', exact: true }).click();
	// By keyboard: a corner, and the other.
	await map.press('ArrowRight');
	await map.press('Enter');
	await page.getByText(/^First corner: /).waitFor({ state: 'attached' });
	await map.press('ArrowRight');
	await map.press('Enter');
	await chosen(page, 2);
	await map.press('Escape');
	await chosen(page, 0);
	await button.click();
	expect((await button.getAttribute('aria-pressed')) === 'false', 'and off');
}

/** A plan of 20,000 seats in four sections, and its id. */
async function large(base, key) {
	const venue = await call(base, key, 'POST', '/v1/venues', { name: 'Great arena' });
	const room = await call(base, key, 'POST', `/v1/venues/${venue.id}/rooms`, { name: 'Arena' });
	const lines = ['section,row,number,tier'];
	for (const [i, name] of ['North', 'East', 'South', 'West'].entries()) for (let r = 1; r <= 50; r++) for (let n = 1; n <= 100; n++) lines.push(`${name},${r},${n},${i % 2 ? 'Side' : 'Front'}`);
	const plan = await call(base, key, 'POST', `/v1/rooms/${room.id}/seating-plans`, { name: 'Arena', csv: lines.join('\n') + '\n' });
	return { plan: plan.id, venue: venue.id };
}

/** How long one draws to find out how fast that is, in ms. */
const drawing = 3000;
/** So few frames a second are no slow machine: something is worked out anew in each. */
const least = 1;

/** Frames a second in the editor, with a processor a quarter as fast: moving the map, moving a section, and with all seats chosen. */
export async function editing({ page, base, key }) {
	const { plan, venue } = await large(base, key);
	await page.goto(`/manage/venues/plans/${plan}`);
	const map = board(page);
	await map.waitFor();
	await page.getByRole('button', { name: /^East 50 rows/ }).click();
	const across = page.getByLabel('Across, cm');
	const begun = Number(await across.inputValue());
	await map.evaluate((e) => e.scrollIntoView({ block: 'center' }));
	const box = await map.boundingBox();
	const devtools = await page.context().newCDPSession(page);
	await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
	const measure = (at) => map.evaluate(circle, { ms: drawing, at }, { timeout: 4 * patience });
	const rates = {};
	// A finger on a section that is not meant moves the map; on the one that is, the section.
	rates['moving the map'] = await measure({ x: box.x + box.width / 2, y: box.y + 12 });
	await map.press('0');
	rates['moving a section of 5,000'] = await measure(await middle(map, await call(base, key, 'GET', `/v1/seating-plans/${plan}`), 'East'));
	await page.getByRole('radio', { name: 'Seats', exact: true }).check({ force: true });
	for (let i = 0; i < 4; i++) {
		await page.getByLabel('Section', { exact: true }).selectOption({ index: i });
		await page.getByRole('button', { name: 'The whole section' }).click();
	}
	await chosen(page, 20_000);
	rates['with all seats chosen'] = await measure();
	await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
	await map.press('Escape');
	await page.getByRole('radio', { name: 'Sections', exact: true }).check({ force: true });
	// What was drawn was taken back each time: nothing has moved.
	expect(Number(await across.inputValue()) === begun, 'a section that was let go of where nobody wanted it is where it was');
	for (const [what, { rate }] of Object.entries(rates)) expect(rate >= least, `${what}: ${rate} frames a second`);
	await call(base, key, 'DELETE', `/v1/venues/${venue}`);
	return rates;
}

/** Where a section's middle is on the screen, when the map shows the whole plan: as SeatMap fits it. */
export async function middle(map, { layout }, name) {
	const sum = (list, n) => Array.from({ length: n }, (_, k) => k).reduce((all, k) => [...all, k ? all[k - 1] + (list.length === 1 ? 0 : list[Math.min(k, list.length - 1)]) : list[0]], []);
	const rows = layout.sections.flatMap((s) => s.rows.map((r) => ({ section: s.name, x: sum(r.x, r.count), y: sum(r.y, r.count) })));
	const [xs, ys] = [rows.flatMap((r) => r.x), rows.flatMap((r) => r.y)];
	const pitch = Math.hypot(rows[0].x[1] - rows[0].x[0], rows[0].y[1] - rows[0].y[0]);
	const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys) - 2.5 * pitch, Math.max(...ys)];
	const box = await map.boundingBox();
	const zoom = Math.min(56 / pitch, (box.width - 72) / (right - left), (box.height - 72) / (bottom - top));
	const last = rows.filter((r) => r.section === name).at(-1);
	const k = last.x.length >> 1;
	return { x: box.x + box.width / 2 + (last.x[k] - (left + right) / 2) * zoom, y: box.y + box.height / 2 + (last.y[k] - (top + bottom) / 2) * zoom };
}
