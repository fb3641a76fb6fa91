// Somebody sits at the wrong place, and the box office moves them to a free seat of the same
// price: from their order and from their record, with the keyboard alone, on the plan of the
// hall, and at the till by what the code on the ticket says.
import type { Locator } from '@playwright/test';
import { desktop, phone } from '../fixtures/looks';
import { member } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';
import { hall, seat } from './halls';

test.use({ serverOptions: { command: 'demo' } });

/** Where a dialog says the ticket moves to. */
const target = (dialog: Locator) => dialog.locator('[data-target]');
const seatNamed = (section: string, row: number, number: number) => say.seats('seat.place', { section, row, number });
const moves = (section: string, row: number, number: number) => say.transfer('desk.seat.new', { place: seatNamed(section, row, number) });

test('a guest is moved to another seat', async ({ site }) => {
	const { call, mail, person, check, show } = site;
	const event = await hall(call, 'Recital', [
		['Parquet', 2, 3, 'Parquet'],
		['Gallery', 1, 3, 'Gallery']
	]);
	const order = await call('POST', `/v1/events/${event.id}/orders`, {
		user_id: 'uma',
		name: 'Uma Desk',
		email: 'uma.desk@example.org',
		items: [{ seat_id: await seat(call, event, 1) }]
	});
	await call('POST', `/v1/orders/${order.id}:mark-paid`, { reference: 'Desk 1' });
	const ticket = (await call('GET', `/v1/orders/${order.id}/tickets`)).items[0];

	const bo = await person({ storageState: await member(site, 'bo@organizers.example', 'Bo', 'box_office') });
	await bo.goto(`/manage/events/${event.id}/orders/${order.id}`);
	await bo.getByRole('button', { name: `${say.transfer('desk.seat')}: ${say.transfer('desk.cancel.no', { n: 1 })}` }).click();
	const dialog = bo.getByRole('dialog');
	await expect(dialog.getByLabel(say.transfer('desk.seat.section'))).toBeVisible();
	// The plan says where the ticket is, and means the seat beside it.
	await expect(dialog.getByRole('application', { name: say.transfer('desk.seat.map') })).toBeVisible();
	await expect(dialog.getByText(say.transfer('desk.seat.now', { place: seatNamed('Parquet', 1, 1) }))).toBeVisible();
	await expect(target(dialog)).toHaveText(moves('Parquet', 1, 2));
	// Of another price nothing is offered, and of the first row the two seats that are left.
	await expect(dialog.getByLabel(say.transfer('desk.seat.section')).locator('option')).toHaveText(['Parquet']);
	await expect(dialog.getByLabel(say.transfer('desk.seat.seat'), { exact: true }).locator('option')).toHaveText(['2', '3']);
	await dialog.getByLabel(say.transfer('desk.seat.row')).selectOption({ label: '2' });
	await dialog.getByLabel(say.transfer('desk.seat.seat'), { exact: true }).selectOption({ label: '3' });
	await check(bo, 'reseat');
	await show(bo, 'reseat');
	// Somebody takes it meanwhile: it is said, and the seat is gone from the list.
	await call('POST', `/v1/events/${event.id}/orders`, { user_id: 'vic', email: 'vic.desk@example.org', items: [{ seat_id: await seat(call, event, 6) }] });
	await expect(dialog.getByLabel(say.transfer('desk.seat.seat'), { exact: true }).locator('option')).toHaveCount(2);
	await expect(dialog.getByText(say.transfer('desk.seat.gone', { place: seatNamed('Parquet', 2, 3) }))).toBeVisible();
	// The one beside the ticket's own is meant again, until another is chosen.
	await expect(target(dialog)).toHaveText(moves('Parquet', 1, 2));
	await dialog.getByLabel(say.transfer('desk.seat.row')).selectOption({ label: '2' });
	await dialog.getByLabel(say.transfer('desk.seat.seat'), { exact: true }).selectOption({ label: '2' });
	await dialog.getByRole('button', { name: say.transfer('desk.seat.yes') }).press('Enter');
	await expect(bo.getByText(say.transfer('desk.seat.done', { section: 'Parquet', row: '2', number: '2' }))).toBeVisible();
	await expect(dialog).toBeHidden();
	await expect(bo.getByText(say.backoffice('guest.seat', { section: 'Parquet', row: '2', number: '2' }), { exact: true })).toBeVisible();
	await show(bo, 'reseated');
	const moved = await call('GET', `/v1/tickets/${ticket.id}`);
	expect(moved.seat).toBe(await seat(call, event, 5));
	expect(moved.token, 'the code stays good').toBe(ticket.token);

	// From the record of the guest, by the keyboard.
	await bo.goto(`/manage/events/${event.id}/guests/uma`);
	const button = bo.getByRole('button', { name: `${say.transfer('desk.seat')}: Uma Desk` });
	await button.focus();
	await bo.keyboard.press('Enter');
	await dialog.getByLabel(say.transfer('desk.seat.row')).selectOption({ label: '1' });
	await bo.keyboard.press('Tab');
	await dialog.getByLabel(say.transfer('desk.seat.seat'), { exact: true }).selectOption({ label: '1' });
	await dialog.getByLabel(say.transfer('desk.seat.seat'), { exact: true }).press('Tab');
	await bo.keyboard.press('Enter');
	await expect(bo.getByText(`Parquet · ${say.backoffice('guest.seat', { section: 'Parquet', row: '1', number: '1' })}`)).toBeVisible();

	// The guest is told, and the page of the ticket shows the new seat.
	const uma = await person();
	await uma.goto(await mail('uma.desk@example.org', /\/r\/hl_[A-Za-z0-9_-]+/));
	await expect(uma.getByText(say.seats('seat.place', { section: 'Parquet', row: 1, number: 1 })).first()).toBeVisible();
});

test('a seat is changed on the plan, at the till', async ({ site }) => {
	const { call, person, check, show } = site;
	const event = await hall(call, 'Matinee', [
		['Parquet', 3, 6, 'Parquet'],
		['Gallery', 1, 6, 'Gallery']
	]);
	const order = await call('POST', `/v1/events/${event.id}/orders`, {
		user_id: 'wim',
		name: 'Wim Vermeer',
		email: 'wim@example.org',
		items: [{ seat_id: await seat(call, event, 9) }, { seat_id: await seat(call, event, 20) }]
	});
	await call('POST', `/v1/orders/${order.id}:mark-paid`, { reference: 'Desk 2' });
	const tickets = (await call('GET', `/v1/orders/${order.id}/tickets`)).items as { id: string; token: string; seat: string }[];
	const other = await call('POST', `/v1/events/${event.id}/orders`, {
		user_id: 'xia',
		email: 'xia@example.org',
		items: [{ seat_id: await seat(call, event, 3) }]
	});
	await call('POST', `/v1/orders/${other.id}:mark-paid`, { reference: 'Desk 3' });

	const t = say.boxoffice;
	const state = await member(site, 'kit@organizers.example', 'Kit', 'box_office');
	for (const viewport of [phone, desktop]) {
		const kit = await person({ storageState: state, viewport });
		let map = 0;
		kit.on('request', (r) => (map += /SeatMap|PickSeat/.test(r.url()) ? 1 : 0));
		await kit.goto(`/manage/events/${event.id}/box-office`);
		if (viewport === phone) {
			await kit.getByRole('button', { name: t('open'), exact: true }).click();
			await kit.getByLabel(t('open.name')).fill('Foyer');
			await kit
				.getByRole('dialog')
				.getByRole('button', { name: t('open.yes') })
				.click();
		}
		await expect(kit.getByRole('heading', { name: 'Foyer' })).toBeVisible();
		await kit.getByText(t('view.find'), { exact: true }).click();
		const field = kit.getByRole('searchbox', { name: say.door('find.label') });
		// A scanner types the code and ends the line; names and what is nobody's can be typed as well.
		await field.fill('nobody at all');
		await field.press('Enter');
		await expect(kit.getByText(t('find.none'))).toBeVisible();
		await field.fill(tickets[0]!.token);
		await field.press('Enter');
		await expect(kit.locator('[data-found]')).toHaveCount(1);
		await field.fill('vermeer');
		await field.press('Enter');
		await kit.getByRole('button', { name: say.door('find.order', { n: 2 }) }).click(); // the second has no name yet
		await expect(kit.locator('[data-found]')).toHaveCount(2);
		await check(kit, 'till-find');
		await show(kit, 'till-find');
		expect(map, 'the map is fetched when it is asked for').toBe(0);
		await kit
			.locator(`[data-found="${tickets[0]!.id}"]`)
			.getByRole('button', { name: new RegExp(`^${say.transfer('desk.seat')}: `) })
			.click();

		const dialog = kit.getByRole('dialog');
		const plan = dialog.getByRole('application', { name: say.transfer('desk.seat.map') });
		await expect(plan).toBeVisible();
		await check(kit, 'reseat-plan');
		await show(kit, 'reseat-plan');
		// With the keyboard: what is sold or of another price says so and is not taken.
		await plan.focus();
		for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', ...Array<string>(6).fill('ArrowLeft'), 'ArrowRight', 'ArrowRight']) await kit.keyboard.press(key);
		await kit.keyboard.press('Enter');
		await expect(dialog.locator('[data-refused]')).toContainText(say.seats('seat.sold'));
		await expect(dialog.locator('[data-refused]')).toContainText(seatNamed('Parquet', 1, 3));
		await kit.keyboard.press('ArrowRight');
		if (viewport !== phone) await kit.keyboard.press('ArrowRight'); // past where it is by now
		await kit.keyboard.press('Enter');
		await expect(target(dialog)).toHaveText(moves('Parquet', 1, viewport === phone ? 4 : 5));
		await expect(dialog.locator('[data-refused]')).toBeHidden();
		for (let i = 0; i < 4; i++) await kit.keyboard.press('ArrowDown');
		await kit.keyboard.press('Enter');
		await expect(dialog.locator('[data-refused]')).toContainText(say.transfer('desk.seat.other'));
		const chosen = await target(dialog).textContent();
		await show(kit, 'reseat-plan-chosen');
		await dialog.getByRole('button', { name: say.transfer('desk.seat.yes') }).click();
		await expect(dialog).toBeHidden();
		const place = (await call('GET', `/v1/tickets/${tickets[0]!.id}`)).place as { section: string; row: string; number: number };
		expect(chosen).toBe(moves(place.section, Number(place.row), place.number));
		// The list says where the ticket is now.
		await expect(kit.locator(`[data-found="${tickets[0]!.id}"]`)).toContainText(say.door('said.seat', { ...place, number: String(place.number) }));
		await kit.close();
	}
});
