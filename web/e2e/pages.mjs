// Every page in both themes and at two sizes: axe finds nothing, and what it
// looks like is kept when a folder for it is given.
import { accessible, expect, patience, person } from './browser.mjs';
import { sizes, themes } from './routes.mjs';

/** Waits until a page has come whole. A stream stays open, so the network never rests. */
async function settled(page) {
	await page.locator('h1').first().waitFor();
	await page.waitForFunction(() => !document.querySelector('.skeleton') && [...document.images].every((i) => i.complete));
	await page.evaluate(() => document.fonts.ready);
}

/** Finds a page that scrolls sideways, and what of a list hangs out of it: neither has room on a phone. */
async function fits(page, where, findings) {
	const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
	if (wide) findings.add(`${where}: the page scrolls sideways`);
	const out = await page.locator('main li:visible').evaluateAll((items) =>
		items.filter((e) => getComputedStyle(e).position === 'static' && getComputedStyle(e.parentElement).overflowX === 'visible' && e.getBoundingClientRect().right > e.parentElement.getBoundingClientRect().right + 1).map((e) => e.innerText.slice(0, 40))
	);
	if (out.length) findings.add(`${where}: hangs out of its list: ${out[0]}`);
}

/** Looks at pages: [name, path] each. state is of who is signed in, or undefined. */
export async function pages({ browser, base, findings, screens }, list, state) {
	for (const viewport of sizes) {
		for (const colorScheme of themes) {
			const page = await person(browser, base, findings, { viewport, colorScheme, storageState: state });
			for (const [name, path] of list) {
				await page.goto(path);
				await settled(page);
				await accessible(page, `${name}, ${viewport.width}, ${colorScheme}`, findings);
				await fits(page, `${name}, ${viewport.width}`, findings);
				if (screens) await page.screenshot({ path: `${screens}/${name}-${viewport.width}-${colorScheme}.png` });
			}
			await page.context().close();
		}
	}
}

/** A function that looks at a page as it stands, in both themes and at both sizes; its picture may show the whole page. */
export function shooting({ findings, screens }) {
	return async (page, name, fullPage = false) => {
		const was = page.viewportSize();
		for (const viewport of sizes) {
			await page.setViewportSize(viewport);
			for (const colorScheme of ['dark', 'light']) {
				await page.emulateMedia({ colorScheme });
				await page.evaluate(() => document.fonts.ready);
				// What lies under the bar at the top cannot be judged.
				await page.evaluate(() => scrollTo(0, 0));
				await accessible(page, `${name}, ${viewport.width}, ${colorScheme}`, findings);
				await fits(page, `${name}, ${viewport.width}`, findings);
				if (screens) await page.screenshot({ path: `${screens}/${name}-${viewport.width}-${colorScheme}.png`, fullPage });
			}
		}
		await page.setViewportSize(was);
	};
}

/** The first load of a page, in bytes over the wire, and when it can be used, on a processor a quarter as fast. */
export async function firstLoad({ browser, base, findings }, path, button) {
	const page = await person(browser, base, findings);
	const devtools = await page.context().newCDPSession(page);
	await devtools.send('Network.enable');
	await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
	let bytes = 0;
	devtools.on('Network.loadingFinished', (e) => (bytes += e.encodedDataLength));
	await page.goto(path);
	await settled(page);
	const loaded = bytes;
	await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
	const started = Date.now();
	await page.goto(path, { waitUntil: 'commit' });
	await page.getByRole('button', { name: button }).waitFor({ timeout: 2 * patience });
	const usable = Date.now() - started;
	await page.context().close();
	return { bytes: loaded, usable };
}

/** What a visitor without a script sees. */
export async function withoutScript({ browser, base, findings }, path, texts) {
	const page = await person(browser, base, findings, { javaScriptEnabled: false });
	await page.goto(path);
	for (const text of texts) expect(await page.locator('main').getByText(text).first().isVisible(), `without a script, ${path} does not say ${text}`);
	await page.context().close();
}
