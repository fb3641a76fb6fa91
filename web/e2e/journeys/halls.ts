// Halls with seats, and the maps of them.
import type { Locator, Page } from '@playwright/test';
import { ahead, type Call } from '../fixtures/api';
import { expect } from '../fixtures/test';
import { say } from '../fixtures/texts';

/** A section of a hall: its name, rows, seats of a row, and tier. */
export type Section = [name: string, rows: number, seats: number, tier: string];

/** The map on which seats are chosen. */
export const mapOf = (page: Page) => page.getByRole('application', { name: say.seats('map.label') });

/** A hall from its sections: [name, rows, seats of a row, tier]. */
export async function hall(call: Call, title: string, sections: Section[], more = {}) {
	const venue = await call('POST', '/v1/venues', { name: `The ${title}`, address: 'Quay 12' });
	const room = await call('POST', `/v1/venues/${venue.id}/rooms`, { name: 'Main hall' });
	const lines = ['section,row,number,tier'];
	for (const [name, rows, seats, tier] of sections) for (let r = 1; r <= rows; r++) for (let n = 1; n <= seats; n++) lines.push(`${name},${r},${n},${tier}`);
	const plan = await call('POST', `/v1/rooms/${room.id}/seating-plans`, { name: 'As built', csv: lines.join('\n') + '\n' });
	return call('POST', '/v1/events', {
		title,
		location: 'Quay 12',
		...ahead(30, 3),
		timezone: 'Europe/Berlin',
		capacity: 100_000,
		currency: 'EUR',
		seating: { plan_id: plan.id },
		tiers: [...new Set(sections.map((s) => s[3]))].map((name, i) => ({ name, price: 3200 - 1200 * i, tax_rate_bp: 700, tax_included: true })),
		publish: true,
		...more
	});
}

/** Says who seats are for, in the sheet that asks. */
export async function take(page: Page, name: string, email: string, button: string) {
	const sheet = page.getByRole('dialog');
	await sheet.getByLabel(say.guest('join.name')).fill(name);
	await sheet.getByLabel(say.guest('join.email')).fill(email);
	await sheet.getByRole('button', { name: button }).click();
}

/** The id of the n-th seat of an event. */
export async function seat(call: Call, event: { id: string }, n: number): Promise<string> {
	const layout = await call('GET', `/v1/events/${event.id}/seats/layout`);
	return layout.seat_id_prefix + String(n).padStart(16, '0');
}

/** Waits until two maps show the same, to the last pixel. */
export async function alike(one: Locator, other: Locator, what: string) {
	const picture = (map: Locator) => map.evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
	await expect.poll(async () => (await picture(one)) === (await picture(other)), what).toBe(true);
}

/**
 * Runs in the page: a finger that goes in circles, a step a frame, from the
 * middle of the map or from `at`. Returns the frames a second, and the longest one in ms.
 */
export function circle(canvas: Element, { ms, at }: { ms: number; at?: { x: number; y: number } }): Promise<{ rate: number; longest: number }> {
	const box = canvas.getBoundingClientRect();
	const [x, y] = at ? [at.x, at.y] : [box.left + box.width / 2, box.top + box.height / 2];
	const finger = (type: string, dx: number, dy: number) =>
		canvas.dispatchEvent(new PointerEvent(type, { pointerId: 7, pointerType: 'touch', bubbles: true, clientX: x + dx, clientY: y + dy }));
	canvas.setPointerCapture = () => {};
	return new Promise<{ rate: number; longest: number }>((done) => {
		let frames = 0;
		let longest = 0;
		const begin = performance.now();
		let last = begin;
		finger('pointerdown', 0, 0);
		const step = () => {
			const now = performance.now();
			const passed = now - begin;
			longest = Math.max(longest, now - last);
			last = now;
			if (passed > ms) {
				finger('pointercancel', 0, 0);
				done({ rate: Math.round((frames * 1000) / passed), longest: Math.round(longest) });
				return;
			}
			frames++;
			finger('pointermove', 120 * Math.sin(passed / 300), 120 * (1 - Math.cos(passed / 300)));
			requestAnimationFrame(step);
		};
		requestAnimationFrame(step);
	});
}
