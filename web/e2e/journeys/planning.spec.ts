// The journey of an organizer to an event with seats: a plan that is drawn, moved,
// brought from a file, lost and kept, and an event that sells its seats.
import type { Page } from '@playwright/test';
import { desktop } from '../fixtures/looks';
import { expect, test, type Site } from '../fixtures/test';
import { say } from '../fixtures/texts';
import { pay } from './buying';
import { draw, frames, move, turning } from './drawing';

test.use({ serverOptions: { command: 'demo' } });

const email = 'petra@organizers.example';

test('planning seats', async ({ site }) => {
	const { call, person } = site;
	await call('POST', '/v1/members', { email, name: 'Petra', role: 'organizer' });
	const petra = await person({ viewport: desktop });
	const plan = await draw(site, petra, email);
	await turning(site, petra, plan);
	await move(site, petra, plan);
	await frames(site, petra);
	await bring(site, petra, plan);
	await lose(site, petra, plan);
	const event = await sell(site, petra);
	await clear(site, petra, event);
});

/** A plan of 36 seats as a file; `last` is the number of the last seat. */
function file(last: number | string) {
	const lines = ['section,row,number,tier,accessible,companion'];
	for (const row of ['A', 'B']) for (let n = 1; n <= 12; n++) lines.push(`Parquet,${row},${n},Front,${n === 1 ? 'yes' : ''},${n === 2 ? 'yes' : ''}`);
	for (let n = 1; n <= 12; n++) lines.push(`Gallery,1,${n === 12 ? last : n},Back,,`);
	return { name: 'hall.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n') + '\n') };
}

/** A file with faults, then a right one, which takes the place of what was drawn. */
async function bring({ call, check, show }: Site, petra: Page, plan: string) {
	await petra.getByRole('button', { name: say.venues('import') }).click();
	const choose = petra.getByRole('dialog').locator('input[type=file]');
	await choose.setInputFiles(file('many'));
	await expect(petra.getByText(say.venues('import.at', { line: 37, column: 'number' }))).toBeVisible();
	await expect(petra.getByText('Gallery,1,many,Back')).toBeVisible();
	await show(petra, 'manage-plan-import');
	await choose.setInputFiles(file(14));
	await expect(petra.getByText('A number is missing', { exact: false })).toBeVisible();
	const before = await call('GET', `/v1/seating-plans/${plan}`);
	expect(before.version, 'trying a file stores nothing').toBe(2);
	await choose.setInputFiles(file(12));
	await expect(petra.getByText(say.venues('import.good', { n: 36 }))).toBeVisible();
	await petra.getByRole('button', { name: say.venues('import.use') }).click();
	await expect(petra.getByText('36 seats · unsaved changes')).toBeVisible();

	// Anyone who leaves now is asked.
	const asked = new Promise<void>((done) => petra.once('dialog', (d) => done(d.dismiss())));
	await petra
		.getByRole('link', { name: say.venues('title') })
		.first()
		.click();
	await asked;
	expect(petra.url(), 'who stays has stayed').toContain(plan);
	// Somebody else saves meanwhile.
	const other = await call('POST', `/v1/seating-plans/${plan}/versions`, { name: 'Theirs', replaces: 2, csv: file(12).buffer.toString() });
	expect(other.version, 'another version').toBe(3);
	await petra.getByRole('button', { name: say.core('save'), exact: true }).click();
	await expect(petra.getByText(say.venues('plan.overtaken'))).toBeVisible();
	await check(petra, 'a plan that was overtaken');
	await petra.getByRole('button', { name: say.venues('plan.overtaken.mine') }).click();
	await expect(petra.getByText(say.venues('plan.asSaved', { n: 4 }))).toBeVisible();
	await petra.goto('/manage/venues');
	await expect(petra.getByRole('link', { name: /36 seats · version 4/ })).toBeVisible();
	await show(petra, 'manage-venues');
}

/** What is deleted meanwhile is said, and the drawing is kept: in another plan, while there is a room. */
async function lose({ call, check }: Site, petra: Page, plan: string) {
	const { items } = await call('GET', '/v1/seating-plans');
	const { venue_id: venue } = items.find((p: { id: string }) => p.id === plan);
	const room = await call('POST', `/v1/venues/${venue}/rooms`, { name: 'Cellar' });
	const short = await call('POST', `/v1/rooms/${room.id}/seating-plans`, { name: 'Benches', csv: file(12).buffer.toString() });
	await petra.goto(`/manage/venues/plans/${short.id}`);
	await petra.getByLabel(say.venues('plan.name')).fill('Long benches');
	await call('DELETE', `/v1/seating-plans/${short.id}`);
	const save = petra.getByRole('button', { name: say.core('save'), exact: true });
	const anew = petra.getByRole('button', { name: say.venues('plan.gone.anew') });
	await save.click();
	await expect(petra.getByText('Someone else deleted this plan while you were editing.', { exact: false })).toBeVisible();
	await check(petra, 'a plan that was deleted');
	await anew.click();
	await expect(petra.getByText(say.venues('plan.asSaved', { n: 1 }))).toBeVisible();
	const other = new URL(petra.url()).pathname.split('/').at(-1)!;
	const kept = await call('GET', `/v1/seating-plans/${other}`);
	expect(other, `the drawing is kept: ${JSON.stringify(kept.name)}`).not.toBe(short.id);
	expect(kept.name, `the drawing is kept: ${JSON.stringify(kept.name)}`).toBe('Long benches');
	expect(kept.seats, `the drawing is kept: ${JSON.stringify(kept.name)}`).toBe(36);
	await petra.getByLabel(say.venues('plan.name')).fill('Longer benches');
	await call('DELETE', `/v1/rooms/${room.id}`);
	await save.click();
	await anew.click();
	await expect(petra.getByText('Someone else deleted this room while you were editing.', { exact: false })).toBeVisible();
	petra.once('dialog', (d) => void d.accept());
	await petra
		.getByRole('link', { name: say.venues('title') })
		.first()
		.click();
	await expect(petra.getByRole('heading', { name: say.venues('title'), level: 1 })).toBeVisible();
}

/** An event with these seats, one of them sold, others blocked and given back. */
async function sell({ call, person, show }: Site, petra: Page) {
	await petra.goto('/manage/events/new');
	await petra.getByLabel(say.organizer('form.title')).fill('A play by the river');
	await petra.getByLabel(say.organizer('form.seating')).selectOption({ index: 1 });
	await expect(petra.getByLabel(say.organizer('form.seating.category', { name: 'Front' }))).toBeVisible();
	const plans = await petra.getByLabel(say.organizer('form.seating')).locator('option').allTextContents();
	const mine = plans.findIndex((t) => t.includes('Playhouse on the river'));
	await petra.getByLabel(say.organizer('form.seating')).selectOption({ index: mine });
	await expect(petra.getByLabel(say.organizer('form.seating.category', { name: 'Front' }))).toBeVisible();
	await expect(petra.getByText(say.organizer('form.tier.seats', { n: 24 }))).toBeVisible();
	await expect(petra.getByLabel(say.organizer('form.capacity')), 'as many places as seats').toHaveValue('36');
	await petra
		.getByLabel(say.organizer('form.tier.price', { currency: 'EUR' }))
		.first()
		.fill('24');
	await petra.getByLabel(say.organizer('form.no_single_seats')).check();
	await show(petra, 'manage-new-seats');
	await petra.getByRole('button', { name: say.organizer('form.publish') }).click();
	await expect(petra.getByRole('heading', { name: 'A play by the river', level: 1 })).toBeVisible();
	const event = new URL(petra.url()).pathname.split('/').at(-1)!;

	const ada = await person();
	await ada.goto(`/events/${event}/seats`);
	await ada.getByText(say.seats('page.list'), { exact: true }).click();
	await ada.getByRole('checkbox', { name: /Parquet, row A, seat 3, Front: available/ }).check();
	await ada.getByRole('button', { name: say.seats('choice.go', { n: 1 }) }).click();
	const sheet = ada.getByRole('dialog');
	await sheet.getByLabel('Your name').fill('Ada Lovelace');
	await sheet.getByLabel(say.checkout('who.email')).fill('ada@example.org');
	await sheet.getByRole('button', { name: say.seats('who.go') }).click();
	await pay(ada);
	await expect(ada.getByRole('heading', { name: say.checkout('paid.title') })).toBeVisible();

	// Petra sees who has it.
	await petra.goto(`/manage/events/${event}/seats`);
	await petra.getByRole('checkbox', { name: /Parquet, row A, seat 3, Front: sold/ }).check({ force: true });
	await expect(petra.getByRole('link', { name: /Ada Lovelace/ })).toBeVisible();
	await show(petra, 'manage-event-seats');
	await petra.getByRole('button', { name: say.venues('chosen.none') }).click();
	// She blocks a row but what is sold, and gives one seat of it back.
	await petra.getByRole('button', { name: say.venues('seats.row') }).click();
	await petra.getByRole('button', { name: say.venues('block', { n: 11 }) }).click();
	await expect(petra.getByText(say.venues('blocked', { n: 11 }))).toBeVisible();
	await petra.getByRole('checkbox', { name: /row A, seat 5, Front: blocked/ }).check({ force: true });
	await petra.getByRole('button', { name: say.venues('unblock', { n: 1 }) }).click();
	await expect(petra.getByText(say.venues('unblocked', { n: 1 }))).toBeVisible();
	await expect(petra.getByRole('checkbox', { name: /row A, seat 5, Front: available/ })).toBeAttached();
	await ada.goto(`/events/${event}/seats`);
	await ada.getByText(say.seats('page.list'), { exact: true }).click();
	await expect(ada.getByRole('checkbox', { name: /row A, seat 5, Front: available/ })).toBeVisible();
	await expect(ada.getByRole('checkbox', { name: /row A, seat 6, Front: not for sale/ })).toBeVisible();
	const now = await call('GET', `/v1/events/${event}`);
	expect(now.no_single_seats, `the event: ${JSON.stringify(now.availability)}`).toBe(true);
	expect(now.tiers.find((t: { name: string }) => t.name === 'Front').capacity, 'as many places as seats').toBe(24);
	expect(now.availability.blocked, `the event: ${JSON.stringify(now.availability)}`).toBe(10);
	await ada.context().close();
	return event;
}

/** Calls what there is otherwise, then deletes it all; the event keeps its seats. */
async function clear({ call, show }: Site, petra: Page, event: string) {
	await petra.goto('/manage/venues');
	const place = (name: string) => petra.getByRole('listitem').filter({ has: petra.getByRole('heading', { name, level: 2 }) });
	const old = place('Playhouse on the river');
	const handle = old.getByRole('button', { name: 'Edit Playhouse on the river' });
	await handle.press('Enter');
	const field = old.getByLabel(say.venues('venue.name'));
	await expect(field, 'one types the name at once').toBeFocused();
	await field.fill(' ');
	await field.press('Enter');
	await expect(old.getByText(say.core('field.required'))).toBeVisible();
	await show(petra, 'venues-rename');
	await field.press('Escape');
	await expect(handle, 'who changed their mind is where they were').toBeFocused();
	await handle.click();
	await field.fill('Playhouse by the sea');
	await old.getByLabel(say.venues('venue.address')).fill('Pier 2');
	await old.getByLabel(say.venues('venue.coordinates'), { exact: false }).first().fill('somewhere');
	await old.getByLabel(say.guest('facility.step_free')).check();
	await old.getByLabel(say.venues('facilities.other'), { exact: false }).first().fill('Grand piano');
	await field.press('Enter');
	await expect(old.getByText(say.venues('venue.coordinates.wrong')), 'what is wrong is said beside it').toBeVisible();
	await old.getByLabel(say.venues('venue.coordinates'), { exact: false }).first().fill('53.5436, 9.9889');
	await field.press('Enter');
	const fresh = place('Playhouse by the sea');
	await expect(fresh.getByText('Pier 2')).toBeVisible();
	await expect(fresh.getByText(say.guest('facility.step_free'))).toBeVisible();
	await expect(fresh.getByText('Grand piano')).toBeVisible();
	await expect(fresh.getByRole('button', { name: 'Edit Playhouse by the sea' }), 'and so is who changed it').toBeFocused();
	await fresh.getByRole('button', { name: 'Edit Main hall', exact: true }).click();
	await fresh.getByLabel(say.venues('room.called')).fill('Old stage');
	await fresh.getByLabel(say.venues('room.holds.rows')).fill('120');
	await fresh.getByLabel(say.guest('facility.stage')).check();
	await show(petra, 'venues-room');
	await fresh.getByRole('button', { name: say.core('save') }).click();
	await expect(fresh.getByRole('heading', { name: 'Old stage' })).toBeVisible();
	await fresh.getByRole('button', { name: /^Edit Main hall, standard/ }).click();
	await fresh.getByLabel(say.venues('plan.name')).fill('Rows of 12');
	await fresh.getByRole('button', { name: say.core('save') }).click();
	await expect(fresh.getByRole('link', { name: /Rows of 12.*version 4/ })).toBeVisible();

	// Deleting says what goes and what stays; whoever thinks again has lost nothing.
	const question = petra.getByRole('dialog');
	await fresh.getByRole('button', { name: 'Delete Playhouse by the sea' }).press('Enter');
	await expect(question.getByText(say.venues('remove.rooms', { n: 1 }))).toBeVisible();
	await expect(question.getByText(say.venues('remove.plans', { n: 1 }))).toBeVisible();
	await expect(question.getByText('Existing events keep their copy of the plan', { exact: false })).toBeVisible();
	await show(petra, 'venues-delete');
	await question.getByRole('button', { name: say.venues('remove.no') }).click();
	await fresh.getByRole('button', { name: 'Delete Rows of 12' }).click();
	await question.getByRole('button', { name: say.venues('remove.yes') }).click();
	await expect(fresh.getByText(say.venues('plan.none'))).toBeVisible();
	await fresh.getByRole('button', { name: 'Delete Playhouse by the sea' }).click();
	await question.getByRole('button', { name: say.venues('remove.yes') }).click();
	await expect(petra.getByText(say.venues('removed', { name: 'Playhouse by the sea' }))).toBeVisible();
	await expect(fresh).not.toBeAttached();
	const { items } = await call('GET', '/v1/venues');
	expect(
		items.some((v: { name: string }) => v.name.startsWith('Playhouse')),
		'the venue is gone'
	).toBe(false);
	const kept = await call('GET', `/v1/events/${event}/seats/layout`);
	expect(kept.seats, `the event has its seats: ${kept.seats}`).toBe(36);
	await petra.goto(`/manage/events/${event}/seats`);
	await expect(petra.getByRole('checkbox', { name: /Parquet, row A, seat 3, Front: sold/ })).toBeAttached();
	// Its copy cannot have them.
	await petra.goto(`/manage/events/new?from=${event}`);
	await expect(petra.getByText('The seating plan of the original event was deleted.', { exact: false })).toBeVisible();
}
