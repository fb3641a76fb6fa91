// The pages of buyers in a real browser, against a server with the test provider.
// e2e/buyer_test.go starts both; by hand:
//
//   node web/e2e/checkout.mjs --base http://127.0.0.1:8080 --key hf_… --chromium PATH [--thorough] [--screens FOLDER]
import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Findings, launch } from './browser.mjs';
import { buyer } from './buyer.mjs';
import { byHand } from './byhand.mjs';
import { exchange } from './exchange.mjs';
import { shooting } from './pages.mjs';
import { unseen } from './routes.mjs';
import { seatExchange } from './seatexchange.mjs';
import { seats, smooth } from './seats.mjs';
import { transfer } from './transfer.mjs';

const { values: args } = parseArgs({
	options: { base: { type: 'string' }, key: { type: 'string' }, chromium: { type: 'string' }, thorough: { type: 'boolean' }, screens: { type: 'string' } }
});
const findings = new Findings();
const browser = await launch(args.chromium);
if (args.screens) mkdirSync(args.screens, { recursive: true });

const house = { browser, base: args.base, key: args.key, findings, thorough: args.thorough, shoot: args.thorough ? shooting({ findings, screens: args.screens }) : undefined };
try {
	await buyer(house);
	console.log('the journey of a buyer: done');
	await byHand(house);
	console.log('the journey of a payment by hand: done');
	await seats(house);
	console.log('the journey to a seat: done');
	await transfer(house);
	console.log('the journey of a ticket: done');
	await exchange(house);
	console.log('the journey of a ticket back to the line: done');
	await seatExchange(house);
	console.log('the journey of a seat back to the line: done');
	if (args.thorough) {
		unseen(findings, 'checkout');
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
