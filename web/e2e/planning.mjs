// The journey of an organizer to an event with seats, in a real browser, against a
// server with the test provider. e2e/planning_test.go starts both; by hand:
//
//   node web/e2e/planning.mjs --base http://127.0.0.1:8080 --key hf_… --chromium PATH [--thorough] [--screens FOLDER]
import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { accessible, call, expect, Findings, focused, launch, person } from './browser.mjs';
import { editing, frames, middle } from './editor.mjs';
import { signIn } from './organizer.mjs';
import { alike, sideways } from './seats.mjs';
import { shooting } from './pages.mjs';
import { unseen } from './routes.mjs';

const { values: args } = parseArgs({
	options: { base: { type: 'string' }, key: { type: 'string' }, chromium: { type: 'string' }, thorough: { type: 'boolean' }, screens: { type: 'string' } }
});
const findings = new Findings();
const browser = await launch(args.chromium);
const { base, key } = args;
if (args.screens) mkdirSync(args.screens, { recursive: true });
const shoot = args.thorough ? shooting({ findings, screens: args.screens }) : async () => {};
const check = args.thorough ? accessible : async () => {};
const email = 'petra@organizers.example';

/** A plan of 36 seats as a file; `last` is the number of the last seat. */
function file(last) {
	const lines = ['section,row,number,tier,accessible,companion'];
	for (const row of ['A', 'B']) for (let n = 1; n <= 12; n++) lines.push(`Parquet,${row},${n},Front,${n === 1 ? 'yes' : ''},${n === 2 ? 'yes' : ''}`);
	for (let n = 1; n <= 12; n++) lines.push(`Gallery,1,${n === 12 ? last : n},Back,,`);
	return { name: 'hall.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n') + '\n') };
}

/** Draws a plan from nothing, and returns its id. */
async function draw(petra) {
	await petra.goto('/manage/venues');
	await petra.getByRole('heading', { name: 'Sign in to run your events' }).waitFor();
	await signIn(petra, base, email);
	await petra.getByRole('heading', { name: 'Venues and seats', level: 1 }).waitFor();
	await petra.getByRole('button', { name: 'New venue' }).first().click();
	await petra.getByRole('button', { name: 'Go on to the seats' }).click();
	await petra.getByText('Please fill this in.').waitFor();
	await check(petra, 'new venue with an error', findings);
	await petra.getByLabel('Name of the venue').fill('Playhouse on the river');
	await petra.getByLabel('Address').fill('Mill lane 4');
	await petra.getByRole('button', { name: 'Go on to the seats' }).click();
	await petra.getByRole('heading', { name: 'An empty room' }).waitFor();
	await shoot(petra, 'manage-plan-empty');

	// A section from a few numbers. What cannot be drawn is said where it is.
	await petra.getByRole('button', { name: 'Add a section' }).click();
	await petra.getByLabel('Seats in the first row').fill('0');
	await petra.getByRole('button', { name: 'Add it to the plan' }).click();
	await petra.getByText('This number is out of range.').waitFor();
	await petra.getByLabel('Rows', { exact: true }).fill('6');
	await petra.getByLabel('Seats in the first row').fill('14');
	await petra.getByLabel('Category').fill('Front');
	await petra.getByLabel('Bent around the stage').fill('50');
	await petra.getByText('This makes 84 seats.').waitFor();
	await shoot(petra, 'manage-plan-generator');
	await petra.getByRole('button', { name: 'Add it to the plan' }).click();
	await petra.getByRole('button', { name: /^Stalls 6 rows, 84 seats/ }).waitFor();
	// Another, with odd numbers on the left and even ones on the right: two sections.
	await petra.getByRole('button', { name: 'Add a section' }).click();
	await petra.getByLabel('Name of the section').fill('Balcony');
	await petra.getByLabel('Category').fill('Back');
	await petra.getByLabel('Rows', { exact: true }).fill('2');
	await petra.getByLabel('Seats in the first row').fill('16');
	await petra.getByLabel('Seats are numbered').selectOption('split');
	await petra.getByText('This makes 32 seats.').waitFor();
	await petra.getByRole('button', { name: 'Add it to the plan' }).click();
	await petra.getByRole('button', { name: /^Balcony right 2 rows, 16 seats/ }).waitFor();
	await petra.getByRole('button', { name: 'Save', exact: true }).click();
	await petra.getByText('Saved: 116 seats').waitFor();
	await petra.waitForURL(/\/manage\/venues\/plans\/pla_/);
	return new URL(petra.url()).pathname.split('/').at(-1);
}

/** A tablet, or a phone, that is turned shows the whole plan again. */
async function turning(petra, plan) {
	const state = await petra.context().storageState();
	const open = async (viewport) => {
		const page = await person(browser, base, findings, { viewport, storageState: state });
		await page.goto(`/manage/venues/plans/${plan}`);
		const map = page.getByRole('application', { name: 'Plan of the room' });
		await map.waitFor();
		return { page, map };
	};
	const [turned, flat] = [await open({ width: 390, height: 844 }), await open(sideways)];
	await turned.page.setViewportSize(sideways);
	await alike(turned.map, flat.map, 'a phone that was turned shows the whole plan');
	await check(flat.page, 'a plan on a phone on its side', findings);
	for (const { page } of [turned, flat]) await page.context().close();
}

/** Moves sections by hand, by keyboard, by button and by figure, and takes it back. */
async function move(petra, plan) {
	const across = petra.getByLabel('Across, cm');
	const where = async () => Number(await across.inputValue());
	await petra.getByRole('button', { name: /^Balcony right 2 rows/ }).click();
	const begun = await where();
	expect(begun > 0, `the right half is on the right: ${begun}`);
	const map = petra.getByRole('application', { name: 'Plan of the room' });
	await map.press('0');
	await map.evaluate((e) => e.scrollIntoView({ block: 'end' }));
	const grab = await middle(map, await call(base, key, 'GET', `/v1/seating-plans/${plan}`), 'Balcony right');
	await petra.mouse.move(grab.x, grab.y);
	await petra.mouse.down();
	await petra.mouse.move(grab.x + 20, grab.y - 5, { steps: 4 });
	await petra.mouse.move(grab.x + 40, grab.y - 10, { steps: 4 });
	await petra.mouse.up();
	const drawn = await where();
	expect(drawn > begun + 20, `it was drawn to the right: ${begun}, then ${drawn}`);
	await petra.getByRole('button', { name: 'Undo' }).click();
	expect((await where()) === begun, 'it is back');
	await petra.getByRole('button', { name: 'Redo' }).click();
	expect((await where()) === drawn, 'and there again');

	// Without drawing: arrow keys, buttons, figures.
	await map.press('ArrowRight');
	await map.press('Shift+ArrowRight');
	expect((await where()) === drawn + 110, `arrow keys move it: ${await where()}`);
	await map.press('r');
	await petra.getByRole('button', { name: 'Turn right' }).click();
	expect((await petra.getByLabel('Turned, °').inputValue()) === '20', 'it is turned by 5 and by 15 degrees');
	await petra.getByRole('button', { name: 'To the left' }).click();
	await across.fill('500');
	await across.press('Enter');
	expect((await where()) === 500, 'it stands where the figure says');
	await shoot(petra, 'manage-plan');

	// Seats: a wheelchair space and the one beside it, by the list; the API says what is wrong.
	await petra.getByText('Seats', { exact: true }).click();
	await petra.getByLabel('Section', { exact: true }).selectOption({ label: 'Stalls' });
	await petra.getByRole('checkbox', { name: 'Row A, seat 9, Front', exact: true }).check({ force: true });
	await petra.getByRole('checkbox', { name: 'Beside a wheelchair space' }).check();
	await petra.getByRole('button', { name: 'Save', exact: true }).click();
	await petra.getByText('It is not beside a wheelchair space.').waitFor();
	await petra.getByText('Stalls, row A, seat 9').first().waitFor();
	await shoot(petra, 'manage-plan-fault');
	await petra.getByRole('button', { name: 'None' }).click();
	await petra.getByRole('checkbox', { name: 'Row A, seat 10, Front', exact: true }).check({ force: true });
	await petra.getByRole('checkbox', { name: 'Wheelchair space', exact: true }).check();
	await shoot(petra, 'manage-plan-seats');
	await petra.getByRole('button', { name: 'Save', exact: true }).click();
	await petra.getByText('saved as version 2').waitFor();
	const stored = await call(base, key, 'GET', `/v1/seating-plans/${plan}`);
	const row = stored.layout.sections[0].rows[0];
	expect(stored.version === 2 && row.companion?.[0] === 8 && row.accessible?.[0] === 9, `what was drawn is stored: ${JSON.stringify(row)}`);
}

/** A file with faults, then a right one, which takes the place of what was drawn. */
async function bring(petra, plan) {
	await petra.getByRole('button', { name: 'Import a CSV file' }).click();
	const choose = petra.getByRole('dialog').locator('input[type=file]');
	await choose.setInputFiles(file('many'));
	await petra.getByText('Line 37, column number').waitFor();
	await petra.getByText('Gallery,1,many,Back').waitFor();
	await shoot(petra, 'manage-plan-import');
	await choose.setInputFiles(file(14));
	await petra.getByText('A number is missing', { exact: false }).waitFor();
	const before = await call(base, key, 'GET', `/v1/seating-plans/${plan}`);
	expect(before.version === 2, 'trying a file stores nothing');
	await choose.setInputFiles(file(12));
	await petra.getByText('This file is good: 36 seats.').waitFor();
	await petra.getByRole('button', { name: 'Put it on the board' }).click();
	await petra.getByText('36 seats · not saved').waitFor();

	// Who leaves now is asked.
	const asked = new Promise((done) => petra.once('dialog', (d) => done(d.dismiss())));
	await petra.getByRole('link', { name: 'Venues and seats' }).first().click();
	await asked;
	expect(petra.url().includes(plan), 'who stays has stayed');
	// Somebody else saves meanwhile.
	const other = await call(base, key, 'POST', `/v1/seating-plans/${plan}/versions`, { name: 'Theirs', replaces: 2, csv: file(12).buffer.toString() });
	expect(other.version === 3, 'another version');
	await petra.getByRole('button', { name: 'Save', exact: true }).click();
	await petra.getByText('Somebody else has saved this plan while you were drawing.').waitFor();
	await check(petra, 'a plan that was overtaken', findings);
	await petra.getByRole('button', { name: 'Save mine as the newest' }).click();
	await petra.getByText('saved as version 4').waitFor();
	await petra.goto('/manage/venues');
	await petra.getByRole('link', { name: /36 seats · version 4/ }).waitFor();
	await shoot(petra, 'manage-venues');
}

/** What is deleted meanwhile is said, and the drawing is kept: in another plan, while there is a room. */
async function lose(petra, plan) {
	const { items } = await call(base, key, 'GET', '/v1/seating-plans');
	const { venue_id: venue } = items.find((p) => p.id === plan);
	const room = await call(base, key, 'POST', `/v1/venues/${venue}/rooms`, { name: 'Cellar' });
	const short = await call(base, key, 'POST', `/v1/rooms/${room.id}/seating-plans`, { name: 'Benches', csv: file(12).buffer.toString() });
	await petra.goto(`/manage/venues/plans/${short.id}`);
	await petra.getByLabel('Name of the plan').fill('Long benches');
	await call(base, key, 'DELETE', `/v1/seating-plans/${short.id}`);
	const save = petra.getByRole('button', { name: 'Save', exact: true });
	const anew = petra.getByRole('button', { name: 'Save mine as a new plan' });
	await save.click();
	await petra.getByText('Somebody else has deleted this plan while you were drawing.', { exact: false }).waitFor();
	await check(petra, 'a plan that was deleted', findings);
	await anew.click();
	await petra.getByText('saved as version 1').waitFor();
	const other = new URL(petra.url()).pathname.split('/').at(-1);
	const kept = await call(base, key, 'GET', `/v1/seating-plans/${other}`);
	expect(other !== short.id && kept.name === 'Long benches' && kept.seats === 36, `the drawing is kept: ${JSON.stringify(kept.name)}`);
	await petra.getByLabel('Name of the plan').fill('Longer benches');
	await call(base, key, 'DELETE', `/v1/rooms/${room.id}`);
	await save.click();
	await anew.click();
	await petra.getByText('Somebody else has deleted this room while you were drawing.', { exact: false }).waitFor();
	petra.once('dialog', (d) => d.accept());
	await petra.getByRole('link', { name: 'Venues and seats' }).first().click();
	await petra.getByRole('heading', { name: 'Venues and seats', level: 1 }).waitFor();
}

/** An event with these seats, one of them sold, others blocked and given back. */
async function sell(petra) {
	await petra.goto('/manage/events/new');
	await petra.getByLabel('Title').fill('A play by the river');
	await petra.getByLabel('Numbered seats').selectOption({ index: 1 });
	await petra.getByLabel('Seats “Front”').waitFor();
	const plans = await petra.getByLabel('Numbered seats').locator('option').allTextContents();
	const mine = plans.findIndex((t) => t.includes('Playhouse on the river'));
	await petra.getByLabel('Numbered seats').selectOption({ index: mine });
	await petra.getByLabel('Seats “Front”').waitFor();
	await petra.getByText('24 numbered seats').waitFor();
	expect((await petra.getByLabel('Places in all').inputValue()) === '36', 'as many places as seats');
	await petra.getByLabel('Price (EUR)').first().fill('24');
	await petra.getByLabel('Leave no single seats').check();
	await shoot(petra, 'manage-new-seats');
	await petra.getByRole('button', { name: 'Publish now' }).click();
	await petra.getByRole('heading', { name: 'A play by the river', level: 1 }).waitFor();
	const event = new URL(petra.url()).pathname.split('/').at(-1);

	const ada = await person(browser, base, findings);
	await ada.goto(`/events/${event}/seats`);
	await ada.getByText('List', { exact: true }).click();
	await ada.getByRole('checkbox', { name: /Parquet, row A, seat 3, Front: free/ }).check();
	await ada.getByRole('button', { name: 'Take this seat' }).click();
	const sheet = ada.getByRole('dialog');
	await sheet.getByLabel('Your name').fill('Ada Lovelace');
	await sheet.getByLabel('E-mail').fill('ada@example.org');
	await sheet.getByRole('button', { name: 'Keep them for me' }).click();
	await ada.getByRole('button', { name: 'Pay €24.00' }).click();
	await ada.getByRole('button', { name: 'Pay 24.00 EUR', exact: true }).click();
	await ada.getByRole('heading', { name: 'Paid. See you there!' }).waitFor();

	// Petra sees who has it.
	await petra.goto(`/manage/events/${event}/seats`);
	await petra.getByRole('checkbox', { name: /Parquet, row A, seat 3, Front: sold/ }).check({ force: true });
	await petra.getByRole('link', { name: /Ada Lovelace/ }).waitFor();
	await shoot(petra, 'manage-event-seats');
	await petra.getByRole('button', { name: 'None' }).click();
	// She blocks a row but what is sold, and gives one seat of it back.
	await petra.getByRole('button', { name: 'The whole row' }).click();
	await petra.getByRole('button', { name: 'Block 11 seats' }).click();
	await petra.getByText('11 seats are blocked').waitFor();
	await petra.getByRole('checkbox', { name: /row A, seat 5, Front: blocked/ }).check({ force: true });
	await petra.getByRole('button', { name: 'Give 1 seat back' }).click();
	await petra.getByText('1 seat is on sale again').waitFor();
	await petra.getByRole('checkbox', { name: /row A, seat 5, Front: free/ }).waitFor({ state: 'attached' });
	await ada.goto(`/events/${event}/seats`);
	await ada.getByText('List', { exact: true }).click();
	await ada.getByRole('checkbox', { name: /row A, seat 5, Front: free/ }).waitFor();
	await ada.getByRole('checkbox', { name: /row A, seat 6, Front: not for sale/ }).waitFor();
	const now = await call(base, key, 'GET', `/v1/events/${event}`);
	expect(now.no_single_seats && now.tiers.find((t) => t.name === 'Front').capacity === 24 && now.availability.blocked === 10, `the event: ${JSON.stringify(now.availability)}`);
	await ada.context().close();
	return event;
}

/** Calls what there is otherwise, then deletes it all; the event keeps its seats. */
async function clear(petra, event) {
	await petra.goto('/manage/venues');
	const place = (name) => petra.getByRole('listitem').filter({ has: petra.getByRole('heading', { name, level: 2 }) });
	const old = place('Playhouse on the river');
	const handle = old.getByRole('button', { name: 'Rename Playhouse on the river' });
	await handle.press('Enter');
	const field = old.getByLabel('Name of the venue');
	await focused(field, 'one types the name at once');
	await field.fill(' ');
	await field.press('Enter');
	await old.getByText('Please fill this in.').waitFor();
	await shoot(petra, 'venues-rename');
	await field.press('Escape');
	await focused(handle, 'who changed their mind is where they were');
	await handle.click();
	await field.fill('Playhouse by the sea');
	await old.getByLabel('Address').fill('Pier 2');
	await field.press('Enter');
	const fresh = place('Playhouse by the sea');
	await fresh.getByText('Pier 2').waitFor();
	await focused(fresh.getByRole('button', { name: 'Rename Playhouse by the sea' }), 'and so is who changed it');
	await fresh.getByRole('button', { name: 'Rename Main hall', exact: true }).click();
	await fresh.getByLabel('Name of the room').fill('Old stage');
	await fresh.getByRole('button', { name: 'Save' }).click();
	await fresh.getByRole('heading', { name: 'Old stage' }).waitFor();
	await fresh.getByRole('button', { name: /^Rename Main hall, as built/ }).click();
	await fresh.getByLabel('Name of the plan').fill('Rows of 12');
	await fresh.getByRole('button', { name: 'Save' }).click();
	await fresh.getByRole('link', { name: /Rows of 12.*version 4/ }).waitFor();

	// Deleting says what goes and what stays; who thinks again has lost nothing.
	const question = petra.getByRole('dialog');
	await fresh.getByRole('button', { name: 'Delete Playhouse by the sea' }).press('Enter');
	await question.getByText('Its room is deleted with it.').waitFor();
	await question.getByText('1 seating plan is deleted with it.').waitFor();
	await question.getByText('Events keep the plan that they copied', { exact: false }).waitFor();
	await shoot(petra, 'venues-delete');
	await question.getByRole('button', { name: 'Keep it' }).click();
	await fresh.getByRole('button', { name: 'Delete Rows of 12' }).click();
	await question.getByRole('button', { name: 'Delete it' }).click();
	await fresh.getByText('No plan is drawn of it yet.').waitFor();
	await fresh.getByRole('button', { name: 'Delete Playhouse by the sea' }).click();
	await question.getByRole('button', { name: 'Delete it' }).click();
	await petra.getByText('“Playhouse by the sea” is deleted').waitFor();
	await fresh.waitFor({ state: 'detached' });
	const { items } = await call(base, key, 'GET', '/v1/venues');
	expect(!items.some((v) => v.name.startsWith('Playhouse')), 'the venue is gone');
	const kept = await call(base, key, 'GET', `/v1/events/${event}/seats/layout`);
	expect(kept.seats === 36, `the event has its seats: ${kept.seats}`);
	await petra.goto(`/manage/events/${event}/seats`);
	await petra.getByRole('checkbox', { name: /Parquet, row A, seat 3, Front: sold/ }).waitFor({ state: 'attached' });
	// Its copy cannot have them.
	await petra.goto(`/manage/events/new?from=${event}`);
	await petra.getByText('The seating plan of the event that you duplicate was deleted.', { exact: false }).waitFor();
}

try {
	await call(base, key, 'POST', '/v1/members', { email, name: 'Petra', role: 'organizer' });
	const petra = await person(browser, base, findings, { viewport: { width: 1280, height: 900 } });
	const plan = await draw(petra);
	console.log('a plan from a few numbers: done');
	await turning(petra, plan);
	await move(petra, plan);
	console.log('moved, turned and marked: done');
	await frames({ page: petra, findings, check, shoot });
	console.log('chosen by frames: done');
	await bring(petra, plan);
	console.log('a plan from a file: done');
	await lose(petra, plan);
	console.log('deleted by somebody else: done');
	const event = await sell(petra);
	console.log('an event with seats: done');
	await clear(petra, event);
	console.log('renamed and deleted: done');
	if (args.thorough) {
		const rates = await editing({ page: petra, base, key });
		console.log(`a plan of 20,000 seats, a quarter of the processor: ${Object.entries(rates).map(([what, { rate, longest }]) => `${what} ${rate} frames a second, the longest ${longest} ms`).join('; ')}`);
	}
	if (args.thorough) unseen(findings, 'planning');
} catch (failure) {
	findings.add(failure.stack);
} finally {
	await browser.close();
}
for (const f of findings.list) console.error(f);
process.exitCode = findings.list.length ? 1 : 0;
