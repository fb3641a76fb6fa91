// The door as people use it: opened, scanned at, typed at, and what it says.
import { chromium, type Page } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Call } from '../fixtures/api';
import { flags, patience } from '../fixtures/browser';
import { Cable } from '../fixtures/cable';
import { expect, test as plain, type Site } from '../fixtures/test';
import type { Person } from '../fixtures/people';
import { film } from '../fixtures/video';
import { say } from '../fixtures/texts';

/** What a door said, and whether the server said it. */
export interface Verdict {
	verdict?: string;
	online: boolean;
}

declare global {
	interface Window {
		said: Verdict[];
		heard: Verdict[];
	}
}

/** Times of an event that begins in so many hours, and lasts some. */
export function today(hours: number, long: number) {
	const starts = Date.now() + hours * 3_600_000;
	return { starts_at: new Date(starts).toISOString(), ends_at: new Date(starts + long * 3_600_000).toISOString() };
}

/** Two gates, each with a network of its own that can be cut. */
export const test = plain.extend<{ north: Cable; south: Cable }>({
	north: async ({ server }, use) => {
		const cable = await Cable.lay(server.base);
		await use(cable);
		await cable.close();
	},
	south: async ({ server }, use) => {
		const cable = await Cable.lay(server.base);
		await use(cable);
		await cable.close();
	}
});

/** Does something with people whose camera sees pictures of tickets, one after the other. */
export async function withCamera({ person }: Site, pictures: Buffer[], what: (person: Person) => Promise<void>) {
	const folder = mkdtempSync(join(tmpdir(), 'holdfast-door-'));
	const video = join(folder, 'tickets.y4m');
	await film(person, video, pictures);
	const camera = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${video}`];
	const browser = await chromium.launch({ executablePath: process.env.HOLDFAST_CHROMIUM, args: [...flags, ...camera] });
	try {
		await what((options) => person({ browser, ...options }));
	} finally {
		await browser.close();
		rmSync(folder, { recursive: true });
	}
}

/** An evening with 16 tickets, two an order, and its first six as pictures. */
export async function doorNight({ base, key, call }: Site) {
	const event = await call('POST', '/v1/events', {
		title: 'Door night',
		location: 'Old Harbour, Pier 2',
		...today(2, 6),
		timezone: 'Europe/Berlin',
		capacity: 100,
		max_guests: 5,
		publish: true
	});
	const names = ['Ada Lovelace', 'Grace Hopper', 'Alan Turing', 'Katherine Johnson', 'Edsger Dijkstra', 'Barbara Liskov', 'Donald Knuth', 'Margaret Hamilton'];
	const tickets: { id: string; token: string; short_code: string }[] = [];
	for (const [i, name] of names.entries()) {
		const order = await call('POST', `/v1/events/${event.id}/registrations`, {
			user_id: `door-${i}`,
			email: `door${i}@example.org`,
			name,
			guests: [{ name: `${name.split(' ')[1]} Junior` }]
		});
		tickets.push(...(await call('GET', `/v1/orders/${order.order_id}/tickets`)).items);
	}
	const png = async ({ id }: { id: string }) =>
		Buffer.from(await (await fetch(`${base}/v1/tickets/${id}/qr.png`, { headers: { Authorization: `Bearer ${key}` } })).arrayBuffer());
	return { event, tickets, pictures: await Promise.all(tickets.slice(0, 6).map(png)) };
}

/** Opens the door of an event, and waits until it works without a network. */
export async function openDoor(page: Page, title: string, gate: string) {
	await page.getByRole('button', { name: title }).click();
	await page.getByLabel('Gate').fill(gate);
	await page.getByRole('button', { name: say.door('choose.start') }).click();
	await expect(page.getByRole('heading', { name: title })).toBeVisible();
	await expect(page.locator('[data-network=online]')).toBeVisible();
	await expect(page.getByText(say.door('gate.shell.ready'))).toBeAttached({ timeout: 2 * patience });
}

/** Types a code, and waits until the door says what it should. The camera may say other things meanwhile. */
export async function type(page: Page, text: string, verdict: string, online = true) {
	// The camera may speak right after: every verdict from now on counts, not only the one that is left standing.
	await page.evaluate(() => {
		const card = document.querySelector<HTMLElement>('[data-n]')!;
		const said: Verdict[] = (window.said = []);
		let last = card.dataset.n;
		new MutationObserver(() => {
			if (card.dataset.n === last) return;
			last = card.dataset.n;
			said.push({ verdict: card.dataset.verdict, online: card.dataset.online === 'true' });
		}).observe(card, { attributes: true });
	});
	const open = page.getByRole('button', { name: say.door('type.open') });
	if (await open.isVisible()) await open.click();
	await page.getByLabel(say.door('type.label')).fill(text);
	await page.getByRole('button', { name: say.door('type.check') }).click();
	const spoken = (wanted: Verdict) => window.said.some((s) => s.verdict === wanted.verdict && s.online === wanted.online);
	await page.waitForFunction(spoken, { verdict, online }, { timeout: patience }).catch(async () => {
		throw new Error(`the door should say ${verdict}: ${await page.locator('[data-n]').innerText()}`);
	});
}

/** Notes every verdict from now on. */
export async function listen(page: Page) {
	await page.evaluate(() => {
		const card = document.querySelector<HTMLElement>('[data-n]')!;
		window.heard = [];
		let last = card.dataset.n;
		new MutationObserver(() => {
			if (card.dataset.n === last) return;
			last = card.dataset.n;
			window.heard.push({ verdict: card.dataset.verdict, online: card.dataset.online === 'true' });
		}).observe(card, { attributes: true });
	});
}

/** Waits for so many verdicts, and returns them. */
export async function heard(page: Page, n: number): Promise<Verdict[]> {
	await page.waitForFunction((n) => window.heard.length >= n, n, { timeout: 4 * patience });
	return page.evaluate(() => window.heard);
}

/** Starts the camera; where it was allowed before, it starts by itself. */
export async function startCamera(page: Page) {
	const running = page.locator('video[data-running=true]');
	const start = page.getByRole('button', { name: say.door('camera.start') });
	await expect(running.or(start).first()).toBeVisible();
	if (await start.isVisible()) await start.click({ timeout: 5000 }).catch(() => {}); // it may be gone by now
	await expect(running).toBeVisible({ timeout: 2 * patience });
}

/** Waits until so many are in. */
export async function allIn(call: Call, event: { id: string }, n: number) {
	const admitted = async () => (await call('GET', `/v1/events/${event.id}/checkins`)).admitted;
	await expect.poll(admitted, { message: `${n} come in`, timeout: 4 * patience }).toBeGreaterThanOrEqual(n);
	expect(await admitted(), `${n} come in, and no more`).toBe(n);
}

/** How long it takes from a scan to its verdict, in the median, in ms, and of how many. */
export async function median(page: Page, name: 'online' | 'offline') {
	const all = await page.evaluate((n) => performance.getEntriesByName(n).map((e) => e.duration), `scan ${name}`);
	all.sort((a, b) => a - b);
	return { n: all.length, median: all[Math.floor(all.length / 2)]! };
}

/** Waits until everything is sent. */
export const allSent = (page: Page) =>
	page.waitForFunction(() => !/to send/.test(document.querySelector<HTMLElement>('[data-network=online]')?.innerText ?? 'to send'), undefined, {
		timeout: 2 * patience
	});
