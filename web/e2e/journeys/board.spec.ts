// How fast the board is on which large seating plans are drawn.
import { type Call } from '../fixtures/api';
import { desktop } from '../fixtures/looks';
import { member } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';
import { board, chosen, middle } from './drawing';
import { circle } from './halls';

test.use({ serverOptions: { command: 'demo' } });

/** So few frames a second are no slow machine: something is worked out anew in each. */
const least = 1;

// Frames a second with a processor a quarter as fast: moving the map, moving a
// section, and with all seats chosen.
test('drawing a large plan @once', async ({ site, large }) => {
	const { call, person } = site;
	const page = await person({ storageState: await member(site, 'petra@organizers.example', 'Petra', 'organizer'), viewport: desktop });
	const { plan, venue } = await arena(call, large.seats);
	await page.goto(`/manage/venues/plans/${plan}`);
	const map = board(page);
	await expect(map).toBeVisible();
	await page.getByRole('button', { name: /^East 50 rows/ }).click();
	const across = page.getByLabel(say.venues('place.x'));
	const begun = Number(await across.inputValue());
	await map.evaluate((e) => e.scrollIntoView({ block: 'center' }));
	const box = (await map.boundingBox())!;
	const devtools = await page.context().newCDPSession(page);
	await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
	const measure = (at?: { x: number; y: number }) => map.evaluate(circle, { ms: large.panning, at });
	const rates: Record<string, Awaited<ReturnType<typeof circle>>> = {};
	// A finger on a section that is not meant moves the map; on the one that is, the section.
	rates['moving the map'] = await measure({ x: box.x + box.width / 2, y: box.y + 12 });
	await map.press('0');
	rates['moving a section'] = await measure(await middle(map, await call('GET', `/v1/seating-plans/${plan}`), 'East'));
	await page.getByRole('radio', { name: 'Seats', exact: true }).check({ force: true });
	for (let i = 0; i < 4; i++) {
		await page.getByLabel(say.venues('section'), { exact: true }).selectOption({ index: i });
		await page.getByRole('button', { name: say.venues('seats.section') }).click();
	}
	await chosen(page, large.seats);
	rates['with all seats chosen'] = await measure();
	await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
	await map.press('Escape');
	await page.getByRole('radio', { name: 'Sections', exact: true }).check({ force: true });
	// What was drawn was taken back each time: nothing has moved.
	expect(Number(await across.inputValue()), 'a section that was let go of where nobody wanted it is where it was').toBe(begun);
	for (const [what, { rate }] of Object.entries(rates)) expect(rate, `${what}: ${rate} frames a second`).toBeGreaterThanOrEqual(least);
	await call('DELETE', `/v1/venues/${venue}`);
	console.log(
		`a plan of ${large.seats.toLocaleString('en')} seats, a quarter of the processor: ${Object.entries(rates)
			.map(([what, { rate, longest }]) => `${what} ${rate} frames a second, the longest ${longest} ms`)
			.join('; ')}`
	);
});

/** A plan of so many seats in four sections. */
async function arena(call: Call, seats: number) {
	const venue = await call('POST', '/v1/venues', { name: 'Great arena' });
	const room = await call('POST', `/v1/venues/${venue.id}/rooms`, { name: 'Arena' });
	const lines = ['section,row,number,tier'];
	for (const [i, name] of ['North', 'East', 'South', 'West'].entries())
		for (let r = 1; r <= 50; r++) for (let n = 1; n <= seats / 200; n++) lines.push(`${name},${r},${n},${i % 2 ? 'Side' : 'Front'}`);
	const plan = await call('POST', `/v1/rooms/${room.id}/seating-plans`, { name: 'Arena', csv: lines.join('\n') + '\n' });
	return { plan: plan.id as string, venue: venue.id as string };
}
