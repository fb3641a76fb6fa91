// The pages of buyers in a real browser, against a server with the test provider.
// e2e/buyer_test.go starts both; by hand:
//
//   node web/e2e/checkout.mjs --base http://127.0.0.1:8080 --key hf_… --chromium PATH [--thorough] [--screens FOLDER]
import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Findings, accessible, launch } from './browser.mjs';
import { buyer } from './buyer.mjs';
import { seats, smooth } from './seats.mjs';
import { transfer } from './transfer.mjs';

const { values: args } = parseArgs({
	options: { base: { type: 'string' }, key: { type: 'string' }, chromium: { type: 'string' }, thorough: { type: 'boolean' }, screens: { type: 'string' } }
});
const findings = new Findings();
const browser = await launch(args.chromium);
if (args.screens) mkdirSync(args.screens, { recursive: true });

/** Looks at a page as it stands, in both themes and at two sizes. */
async function shoot(page, name) {
	const was = page.viewportSize();
	for (const viewport of [
		{ width: 390, height: 844 },
		{ width: 1280, height: 900 }
	]) {
		await page.setViewportSize(viewport);
		for (const colorScheme of ['dark', 'light']) {
			await page.emulateMedia({ colorScheme });
			await page.evaluate(() => document.fonts.ready);
			await accessible(page, `${name}, ${viewport.width}, ${colorScheme}`, findings);
			const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
			if (wide) findings.add(`${name}, ${viewport.width}: the page scrolls sideways`);
			if (args.screens) await page.screenshot({ path: `${args.screens}/${name}-${viewport.width}-${colorScheme}.png` });
		}
	}
	await page.setViewportSize(was);
}

const house = { browser, base: args.base, key: args.key, findings, thorough: args.thorough, shoot: args.thorough ? shoot : undefined };
try {
	await buyer(house);
	console.log('the journey of a buyer: done');
	await seats(house);
	console.log('the journey to a seat: done');
	await transfer(house);
	console.log('the journey of a ticket: done');
	if (args.thorough) {
		const rates = await smooth(house);
		console.log(`20,000 seats, a quarter of the processor: ${Object.entries(rates).map(([where, n]) => `${n} frames a second from ${where === 'between' ? 'in between' : where}`).join(', ')}`);
	}
} catch (failure) {
	findings.add(failure.stack);
} finally {
	await browser.close();
}
for (const f of findings.list) console.error(f);
process.exitCode = findings.list.length ? 1 : 0;
