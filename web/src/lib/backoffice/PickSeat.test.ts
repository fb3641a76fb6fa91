import { fireEvent, render, screen, within } from '@testing-library/svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import { openHall } from '$lib/seats/hall.svelte';
import { backoffice } from '$lib/translations/backoffice';
import { core } from '$lib/translations/core';
import { seats } from '$lib/translations/seats';
import { transfer } from '$lib/translations/transfer';
import transferTexts from '$lib/translations/transfer.json';
import { rememberTexts } from '$lib/testing/canvas';
import { eventID, layout } from '$lib/testing/fixtures';
import { languages, reading, serve, speak, until } from '$lib/testing/page';
import { answer, refusal } from '$lib/testing/server';
import { planOf } from '$lib/seats/plan';
import { lookNow } from '$lib/seats/look';
import { movingIn } from './moving';
import PickSeat from './PickSeat.svelte';

const test = serve();
const reseat = 'POST /v1/tickets/{ticket_id}:reseat';
const id = (n: number) => layout.seat_id_prefix + String(n).padStart(16, '0');
/** Rows A and B of the stalls are of one price, row C of the balcony of another. The ticket has A 2; A 4 is sold. */
let chart = '';

beforeEach(async () => {
	rememberTexts();
	await Promise.all([seats.load(), core.load(), transfer.load(), backoffice.load()]);
	chart = 'asasaahbwaaaaaaaaa';
	test.server
		.on('GET /v1/events/{event_id}/seats/layout', layout)
		.on('GET /v1/events/{event_id}/seats', () => answer({ event_id: eventID, ledger_seq: 9, seats: chart }));
});

async function open() {
	const moved = vi.fn(() => Promise.resolve());
	const hall = await openHall(eventID);
	render(PickSeat, { hall, ticket: { id: 'tkt_1', tier: 'tir_front', seat: id(2) }, moved });
	return { moved };
}
const place = (row: string, number: number, section = 'Stalls') => seats('seat.place', { section, row, number });
const select = (key: 'desk.seat.section' | 'desk.seat.row' | 'desk.seat.seat') => screen.getByLabelText<HTMLSelectElement>(transfer(key));
const options = (key: Parameters<typeof select>[0]) =>
	within(select(key))
		.getAllByRole('option')
		.map((o) => o.textContent);
const target = () => document.querySelector('[data-target]')?.textContent;
const refused = () => document.querySelector('[data-refused]')?.textContent;
const map = () => screen.getByRole('application');
const press = (key: string) => fireEvent.keyDown(map(), { key });
const spoken = () => map().parentElement!.querySelector('[role=status]')!.textContent;
/** Walks to the first seat of the first row. */
async function walk() {
	map().focus();
	for (const key of ['ArrowRight', 'ArrowUp', 'ArrowUp', 'ArrowUp', ...Array<string>(6).fill('ArrowLeft')]) await press(key);
}
const submit = () => fireEvent.submit(screen.getByRole('button', { name: transfer('desk.seat.yes') }).closest('form')!);
const tell = (ledger_seq: number, ...list: { seat: number; state: 'a' | 'h' | 's' }[]) =>
	test.server.tell('seat_status_changed', 'SeatChanges', { complete: true, ledger_seq, seats: list });

it.each(languages)('begins with the nearest free seat of the price, and says where the ticket is (%s)', async (l) => {
	await speak(l);
	const words = reading(transferTexts, l);
	await open();
	expect(screen.getByText(words('desk.seat.now', { place: place('A', 2) }))).toBeTruthy();
	expect(target()).toBe(words('desk.seat.new', { place: place('A', 1) }));
	expect(screen.getByRole('application', { name: words('desk.seat.map') })).toBeTruthy();
	expect(document.getElementById(map().getAttribute('aria-describedby')!)?.textContent).toBe(words('desk.seat.how'));
});

it('has in its lists what the map lets one choose, and no other price', async () => {
	await open();
	expect(options('desk.seat.section')).toEqual(['Stalls']);
	expect(options('desk.seat.row')).toEqual(['A', 'B']);
	expect(options('desk.seat.seat')).toEqual(['1', '3', '5', '6']);
	await fireEvent.change(select('desk.seat.row'), { target: { value: '1' } });
	expect(options('desk.seat.seat')).toEqual(['4', '5', '6']);
	expect(target()).toBe(transfer('desk.seat.new', { place: place('B', 4) }));
});

it('says on the map what each seat is, chooses what is free at the price, and refuses the rest', async () => {
	await open();
	await walk();
	expect(spoken()).toContain(seats('seat.chosen'));
	await press('ArrowRight');
	expect(spoken()).toContain(transfer('desk.seat.own'));
	await press('Enter');
	expect([target(), refused()]).toEqual([
		transfer('desk.seat.new', { place: place('A', 1) }),
		seats('seat.say', { place: place('A', 2), tier: 'Front', state: transfer('desk.seat.own') })
	]);
	await press('ArrowRight');
	expect(spoken()).toContain(transfer('desk.seat.free'));
	await press('Enter');
	expect(target()).toBe(transfer('desk.seat.new', { place: place('A', 3) }));
	expect(refused()).toBeUndefined();
	expect(select('desk.seat.seat').selectedOptions[0]?.textContent).toBe('3');
	await press('ArrowRight');
	expect(spoken()).toContain(seats('seat.sold'));
	await press('ArrowDown');
	await press('ArrowDown');
	expect(spoken()).toContain(transfer('desk.seat.other'));
	await press('Enter');
	expect(target()).toBe(transfer('desk.seat.new', { place: place('A', 3) }));
	expect(refused()).toContain(transfer('desk.seat.other'));
});

it('moves the ticket to the seat that is shown', async () => {
	test.server.on(reseat, () =>
		answer({ id: 'tkt_1', event_id: eventID, order_id: 'ord_1', kind: 'ticket', unit: 1, tier_id: 'tir_front', version: 0, ledger_seq: 10 })
	);
	const { moved } = await open();
	await fireEvent.change(select('desk.seat.seat'), { target: { value: '4' } });
	await submit();
	await until(() => expect(moved).toHaveBeenCalledOnce());
	expect(test.server.to(reseat).map((r) => [r.path['ticket_id'], r.body])).toEqual([['tkt_1', { seat_id: id(5) }]]);
});

it('says so when somebody else takes the seat that was meant, and means another', async () => {
	await open();
	tell(10, { seat: 1, state: 'h' });
	await until(() => expect(target()).toBe(transfer('desk.seat.new', { place: place('A', 3) })));
	expect(screen.getByText(transfer('desk.seat.gone', { place: place('A', 1) }))).toBeTruthy();
	// What comes free is offered, and what was meant stays.
	tell(11, { seat: 1, state: 'a' });
	await until(() => expect(options('desk.seat.seat')).toContain('1'));
	expect(target()).toBe(transfer('desk.seat.new', { place: place('A', 3) }));
});

it('shows a refusal, and reads the seats again', async () => {
	test.server.on(reseat, () => {
		chart = 'sshsaahbwaaaaaaaaa';
		return refusal(409, 'seat_taken', { seat_id: 'seat_taken' });
	});
	const { moved } = await open();
	await submit();
	await until(() => expect(target()).toBe(transfer('desk.seat.new', { place: place('A', 5) })));
	expect(screen.getByText(transfer('desk.seat.gone', { place: place('A', 1) }))).toBeTruthy();
	expect(moved).not.toHaveBeenCalled();
});

it('says that there is none, until one comes free', async () => {
	chart = 'ssssssssssssaaaaaa';
	await open();
	expect(screen.getByText(transfer('desk.seat.none'))).toBeTruthy();
	expect(screen.queryByRole('button', { name: transfer('desk.seat.yes') })).toBeNull();
	tell(10, { seat: 9, state: 'a' });
	await until(() => expect(target()).toBe(transfer('desk.seat.new', { place: place('B', 3) })));
});

it('draws a ring over the seat that the ticket has, and nothing for one that has none of the plan', () => {
	const plan = planOf(layout);
	const states = new Uint8Array(plan.count).fill('a'.charCodeAt(0));
	const drawn: [number, number][] = [];
	const paint = { arc: (x: number, y: number) => drawn.push([x, y]), beginPath() {}, fill() {}, stroke() {} } as unknown as CanvasRenderingContext2D;
	const draw = (seat: string) =>
		movingIn({ plan, states }, 'tir_front', seat).hand.draw(paint, { x: plan.x[1]!, y: plan.y[1]!, zoom: 2 }, { width: 100, height: 80 }, lookNow());
	draw(id(2));
	expect(drawn).toEqual([
		[50, 40],
		[50, 40]
	]);
	draw('sea_elsewhere0000000000000002');
	draw('');
	expect(drawn).toHaveLength(2);
});
