import { fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { seats as texts } from '$lib/translations/seats';
import seatsTexts from '$lib/translations/seats.json';
import { rememberTexts, type Drawn } from '$lib/testing/canvas';
import { layout } from '$lib/testing/fixtures';
import { languages, reading, serve, speak, until } from '$lib/testing/page';
import { gridOf } from './grid';
import { planOf } from './plan';
import SeatMap from './SeatMap.svelte';

serve();
/** A hall that is too wide to show single seats: three rows of a hundred. */
const row = (name: string, n: number, y: number) => ({ name, seat: 100 * n + 1, count: 100, number: 1, step: 1, tiers: [n === 2 ? 1 : 0], x: [0, 10], y: [y] });
const wide = {
	...layout,
	seats: 300,
	sections: [
		{ name: 'Stalls', rows: [row('A', 0, 0), row('B', 1, 10)] },
		{ name: 'Balcony', rows: [row('C', 2, 60)] }
	]
};
let drawn: Drawn;
beforeEach(async () => {
	drawn = rememberTexts();
	await texts.load();
});

/** Shows the hall on a map of 800 by 600 pixels; seats are said by their numbers. */
async function show() {
	const plan = planOf(wide);
	const states = new Uint8Array(plan.count).fill('a'.charCodeAt(0));
	const pick = vi.fn<(seat: number) => void>();
	const say = (seat: number) => `seat ${seat}: ${String.fromCharCode(states[seat]!)}`;
	const { component } = render(SeatMap, { plan, grid: gridOf(plan), states, chosen: new Set<number>(), pick, say });
	const map = screen.getByRole('application');
	await until(() => expect(drawn.texts()).toContain(texts('map.stage')));
	return { map, pick, states, component: component as unknown as { changed(seats: number[]): void } };
}

const tool = (key: 'map.in' | 'map.out' | 'map.whole') => screen.getByRole('button', { name: texts(key) });
const wheel = (map: Element, deltaY: number) => fireEvent(map, new WheelEvent('wheel', { deltaY, clientX: 400, clientY: 300, cancelable: true }));
const press = (map: Element, key: string) => fireEvent.keyDown(map, { key });
const spoken = () => screen.getByRole('status').textContent;

/** jsdom has no pointers that are more than mouse events: what the map reads of them is added. */
async function pointer(map: Element, type: string, x: number, y: number, pointerId = 1) {
	const e = new MouseEvent(type, { clientX: x, clientY: y, bubbles: true, cancelable: true });
	await fireEvent(map, Object.assign(e, { pointerId }));
}
async function tap(map: Element, x: number, y: number) {
	await pointer(map, 'pointerdown', x, y);
	await pointer(map, 'pointerup', x, y);
}
async function drag(map: Element, from: [number, number], to: [number, number], id = 1) {
	await pointer(map, 'pointerdown', ...from, id);
	await pointer(map, 'pointermove', ...to, id);
	await pointer(map, 'pointerup', ...to, id);
}
/** Zooms in until the names of rows can be read, and waits for the picture. */
async function nearer(map: Element) {
	for (let i = 0; i < 4; i++) await press(map, '+');
	await until(() => expect(drawn.texts()).toContain('A'));
}

describe('the seat map', () => {
	it.each(languages)('says what it is and how it is used (%s)', async (l) => {
		await speak(l);
		const words = reading(seatsTexts, l);
		await show();
		const map = screen.getByRole('application', { name: words('map.label') });
		const how = document.getElementById(map.getAttribute('aria-describedby')!);
		expect(how?.textContent).toBe(words('map.how'));
		for (const key of ['map.in', 'map.out', 'map.whole']) expect(screen.getByRole('button', { name: words(key) })).toBeTruthy();
		expect(drawn.texts()).toContain(words('map.stage'));
	});

	it('shows the names of sections from afar and of rows from near, by buttons, keys and wheel', async () => {
		const { map } = await show();
		const far = [texts('map.stage'), 'Stalls', 'Balcony'];
		expect(drawn.texts()).toEqual(far);
		const ways: [() => Promise<unknown>, () => Promise<unknown>][] = [
			[() => press(map, '+'), () => press(map, '-')],
			[() => fireEvent.click(tool('map.in')), () => fireEvent.click(tool('map.out'))],
			[() => wheel(map, -300), () => wheel(map, 300)]
		];
		for (const [nearer, farther] of ways) {
			for (let i = 0; i < 4; i++) await nearer();
			await until(() => expect(drawn.texts()).toEqual(expect.arrayContaining(['A', 'B', 'C'])));
			expect(drawn.texts()).not.toContain('Stalls');
			for (let i = 0; i < 4; i++) await farther();
			await until(() => expect(drawn.texts()).toEqual(far));
		}
		await nearer(map);
		await fireEvent.click(tool('map.whole'));
		await until(() => expect(drawn.texts()).toEqual(far));
		await nearer(map);
		await press(map, '0');
		await until(() => expect(drawn.texts()).toEqual(far));
	});

	it('is walked with the arrow keys, which say each seat, and picks with Enter', async () => {
		const { map, pick } = await show();
		map.focus();
		await press(map, 'ArrowRight');
		const first = Number(/\d+/.exec(spoken()!)![0]);
		await press(map, 'ArrowLeft');
		await press(map, 'ArrowRight');
		expect(spoken()).toBe(`seat ${first}: a`);
		await press(map, 'ArrowDown');
		expect(spoken()).not.toBe(`seat ${first}: a`);
		expect(pick).not.toHaveBeenCalled();
		await press(map, 'ArrowUp');
		await press(map, 'Enter');
		expect(pick.mock.calls).toEqual([[first]]);
		await press(map, ' ');
		expect(pick).toHaveBeenCalledTimes(2);
	});

	it('leaves keys alone that it does not know, and does nothing without a seat', async () => {
		const { map, pick } = await show();
		await press(map, 'Enter');
		expect(pick).not.toHaveBeenCalled();
		// fireEvent returns false when the page has taken the key.
		expect(await press(map, 'Tab')).toBe(true);
		expect(await press(map, 'ArrowRight')).toBe(false);
	});

	it('says what becomes of the seat one stands on', async () => {
		const { map, states, component } = await show();
		map.focus();
		await press(map, 'ArrowRight');
		const seat = Number(/\d+/.exec(spoken()!)![0]);
		states[seat] = 's'.charCodeAt(0);
		component.changed([seat]);
		await tick();
		expect(spoken()).toBe(`seat ${seat}: s`);
		const other = (seat + 1) % states.length;
		states[other] = 'h'.charCodeAt(0);
		component.changed([other]);
		await tick();
		expect(spoken()).toBe(`seat ${seat}: s`);
	});

	it('picks the seat that is tapped, also after it was dragged and zoomed', async () => {
		const { map, pick } = await show();
		await nearer(map);
		const before = drawn.where('B')!;
		// Names of rows stand left of their first seats; row B has the seats from 100 on.
		const find = async () => {
			const { x, y } = drawn.where('B')!;
			for (let dx = 0; dx < 120 && !pick.mock.calls.length; dx += 6) await tap(map, x + dx, y);
			return pick.mock.calls.shift()?.[0];
		};
		const seat = await find();
		expect(seat).toBeGreaterThanOrEqual(100);
		expect(seat).toBeLessThan(200);
		await drag(map, [400, 300], [340, 260]);
		await until(() => expect(drawn.where('B')).not.toEqual(before));
		expect(pick).not.toHaveBeenCalled();
		const again = await find();
		expect(again).toBeGreaterThanOrEqual(100);
		expect(again).toBeLessThan(200);
	});

	it('does not take a drag for a tap, nor a press that was taken back', async () => {
		const { map, pick } = await show();
		await nearer(map);
		const { x, y } = drawn.where('B')!;
		for (let dx = 0; dx < 120; dx += 6) await drag(map, [x + dx, y], [x + dx + 20, y]);
		await pointer(map, 'pointerdown', x + 40, y);
		await pointer(map, 'pointercancel', x + 40, y);
		expect(pick).not.toHaveBeenCalled();
	});

	it('goes nearer when it is tapped from afar, instead of guessing a seat', async () => {
		const { map, pick } = await show();
		const { x, y } = drawn.where('Stalls')!;
		await tap(map, x, y + 8);
		await until(() => expect(drawn.texts()).toContain('A'));
		expect(pick).not.toHaveBeenCalled();
		await until(() => expect(Math.abs(drawn.where('A')!.y - y)).toBeLessThan(60));
	});

	it('is enlarged by two fingers that part', async () => {
		const { map, pick } = await show();
		const gap = () => drawn.where('B')!.y - drawn.where('A')!.y;
		await nearer(map);
		const before = gap();
		await pointer(map, 'pointerdown', 380, 300, 1);
		await pointer(map, 'pointerdown', 420, 300, 2);
		await pointer(map, 'pointermove', 360, 300, 1);
		await pointer(map, 'pointermove', 440, 300, 2);
		await pointer(map, 'pointerup', 360, 300, 1);
		await pointer(map, 'pointerup', 440, 300, 2);
		await until(() => expect(gap()).toBeGreaterThan(before * 1.2));
		expect(pick).not.toHaveBeenCalled();
	});

	it('stays in sight and within its limits, however far it is dragged and zoomed', async () => {
		const { map } = await show();
		for (let i = 0; i < 40; i++) await press(map, '+');
		await until(() => expect(drawn.texts()).toContain('A'));
		const gap = drawn.where('B')!.y - drawn.where('A')!.y;
		for (let i = 0; i < 10; i++) await press(map, '+');
		// A seat never gets larger than 56 pixels.
		await until(() => expect(drawn.where('B')!.y - drawn.where('A')!.y).toBeCloseTo(gap, 3));
		expect(gap).toBeLessThanOrEqual(56.01);
		for (let i = 0; i < 20; i++) await drag(map, [400, 300], [-4000, -4000]);
		await press(map, 'ArrowLeft');
		await until(() => expect(drawn.texts()).toContain('C'));
	});
});
