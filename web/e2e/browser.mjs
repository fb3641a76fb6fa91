// What all browser tests share: a browser, people in it, and what must never
// happen on any page.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';
import { routeOf } from './routes.mjs';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * How long anything may take to appear, in ms. It is no measure of speed, only
 * when to give up: a machine of CI may be busy with much else.
 */
export const patience = 45_000;

export const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--no-first-run'];

export function launch(executablePath) {
	return chromium.launch({ executablePath, args: flags });
}

/** What went wrong; a test that has any of it fails. */
export class Findings {
	list = [];
	/** What axe looked at: the route, how wide it was, and the theme. */
	seen = new Set();
	add(what) {
		this.list.push(what);
	}
}

/**
 * A person: a browser context of their own, that finds every error of a script,
 * every breach of the policy and every request to another host.
 */
export async function person(browser, base, findings, options = {}) {
	const context = await browser.newContext({
		baseURL: base,
		viewport: { width: 390, height: 844 },
		locale: 'en-GB',
		timezoneId: 'Europe/Berlin',
		colorScheme: 'light',
		reducedMotion: 'reduce',
		...options
	});
	context.setDefaultTimeout(patience);
	const page = await context.newPage();
	const host = new URL(base).host;
	page.on('pageerror', (e) => findings.add(`${page.url()}: ${e.message}`));
	page.on('console', (m) => {
		// The browser says so of each answer that is no success; those are meant here.
		if (m.type() === 'error' && !m.text().startsWith('Failed to load resource')) findings.add(`${page.url()}: ${m.text()}`);
	});
	page.on('request', (r) => {
		const url = new URL(r.url());
		if (url.protocol.startsWith('http') && url.host !== host) findings.add(`${page.url()}: a request to ${url.host}`);
	});
	return page;
}

/**
 * Waits until nothing moves for three frames: colours on their way from one theme to the other are in neither, and a
 * busy machine begins with them late. A page of which no frame is drawn, because nothing of it changes, is not waited for.
 */
async function still(page) {
	await page.evaluate(async () => {
		let late = false;
		const patience = new Promise((done) => setTimeout(done, 3000)).then(() => (late = true));
		for (let calm = 0; calm < 3 && !late; calm++) {
			await Promise.race([patience, new Promise((done) => requestAnimationFrame(done))]);
			const moving = document.getAnimations().filter((a) => a.playState === 'running' && a.effect.getComputedTiming().endTime < Infinity);
			if (moving.length === 0) continue;
			calm = -1;
			await Promise.race([patience, Promise.allSettled(moving.map((a) => a.finished))]);
		}
	});
}

/** Finds what axe has against the page as it stands. */
export async function accessible(page, where, findings) {
	const dark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
	findings.seen.add(`${routeOf(page.url())} ${page.viewportSize().width} ${dark ? 'dark' : 'light'}`);
	await still(page);
	await page.evaluate(axeSource);
	const { violations } = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }));
	for (const v of violations) findings.add(`${where}: ${v.id}: ${v.help}: ${v.nodes.map((n) => n.target.join(' ')).slice(0, 3).join(', ')}`);
}

/** Calls the API as the organizer. */
export async function call(base, key, method, path, body) {
	const response = await fetch(base + path, {
		method,
		headers: { Authorization: `Bearer ${key}`, ...(body && { 'Content-Type': 'application/json' }) },
		body: body && JSON.stringify(body)
	});
	const text = await response.text();
	if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
	return JSON.parse(text);
}

/** Links that work once, and were used: a second one may still be on its way. */
const spent = new Set();

/** Waits for the newest mail to an address whose text matches, and returns the match. */
export async function mail(base, address, pattern) {
	const until = Date.now() + patience;
	while (Date.now() < until) {
		const list = await (await fetch(`${base}/mailbox`)).text();
		for (const [, letter, to] of list.matchAll(/href="(\/mailbox\/[^"]+)">[^]*?to <bdi>([^<]+)<\/bdi>/g)) {
			if (to !== address) continue;
			const found = pattern.exec(await (await fetch(base + letter)).text())?.[0];
			if (!found || spent.has(found)) continue;
			if (found.includes('#ho_')) spent.add(found);
			return found;
		}
		await new Promise((done) => setTimeout(done, 150));
	}
	throw new Error(`no mail to ${address} that matches ${pattern}`);
}

/** Waits until what is asked is so: the server's clock, and a page's next frame, come a moment later. */
export async function eventually(ask, what) {
	const until = Date.now() + patience;
	while (!(await ask())) {
		expect(Date.now() < until, what);
		await new Promise((done) => setTimeout(done, 150));
	}
}

/** Waits until something has the focus. */
export const focused = (locator, what) => eventually(() => locator.evaluate((e) => e === document.activeElement), what);

export function expect(ok, what) {
	if (!ok) throw new Error(what);
}
