// Tries the real server in a real browser. Go's end-to-end tests start both
// and call this; by hand:
//
//   node web/e2e/main.mjs --base http://127.0.0.1:8080 --key hf_… --chromium PATH [--thorough] [--screens FOLDER]
import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { address } from './address.mjs';
import { Findings, call, launch, mail } from './browser.mjs';
import { door } from './door.mjs';
import { guest } from './guest.mjs';
import { lists } from './lists.mjs';
import { office } from './office.mjs';
import { organizer } from './organizer.mjs';
import { firstLoad, pages, shooting, withoutScript } from './pages.mjs';
import { unseen } from './routes.mjs';

/** Bytes that the first load of an event's page may take over the wire. */
const budget = 120 * 1024;
/**
 * How long until it can be used on a slow phone, in ms: 2 seconds on a machine
 * that does nothing else. The others on this one take their share of it, so only
 * what is far off fails; the figure is printed.
 */
const prompt = 8000;

const { values: args } = parseArgs({
	options: { base: { type: 'string' }, key: { type: 'string' }, chromium: { type: 'string' }, thorough: { type: 'boolean' }, screens: { type: 'string' } }
});
const findings = new Findings();
const browser = await launch(args.chromium);
const house = { executablePath: args.chromium, browser, base: args.base, key: args.key, findings, thorough: args.thorough, screens: args.screens };
if (args.thorough) house.shoot = shooting(house);
if (args.screens) mkdirSync(args.screens, { recursive: true });

/** Grace's registration, and a place in the line of an event that is full. */
async function possessions(event) {
	const starts = new Date(Date.now() + 45 * 86_400_000);
	const full = await call(args.base, args.key, 'POST', '/v1/events', {
		title: 'Stargazing on the roof', location: 'Observatory, Hill 4', starts_at: starts.toISOString(), ends_at: new Date(starts.getTime() + 2 * 3_600_000).toISOString(),
		timezone: 'Europe/Lisbon', capacity: 1, publish: true
	});
	const join = (email, name) => call(args.base, args.key, 'POST', `/v1/events/${full.id}/registrations`, { email, name, join_waitlist: true });
	await join('vera@example.org', 'Vera Rubin');
	const { entry_id: entry } = await join('grace@example.org', 'Grace Hopper');
	const { items } = await call(args.base, args.key, 'GET', `/v1/events/${event.id}/guests?q=grace`);
	return { entry, order: items[0].orders[0].id };
}

try {
	const { event, grace } = await guest(house);
	console.log('the journey of a guest: done');
	const { state: desk } = await organizer(house);
	console.log('the journey of an organizer: done');
	await address(house);
	console.log('an address that has to be confirmed: done');
	await door(house);
	console.log('an evening at the door: done');
	await office(house, desk);
	console.log('a working day of an organizer: done');
	await lists(house, desk);
	console.log('a guest list brought in: done');
	if (args.thorough) {
		const state = await grace.context().storageState();
		const mine = await possessions(event);
		await pages(house, [
			['home', '/'],
			['event', `/events/${event.id}`],
			['sign-in', '/sign-in'],
			['set-up', '/setup#ho_broken'],
			['not-found', '/nowhere'],
			['broken-link', '/r/hl_broken'],
			['order', await mail(args.base, 'ada@example.org', /\/r\/hl_[A-Za-z0-9_-]+/)],
			['sign-in-needed', '/me']
		]);
		await pages(house, [
			['my-tickets', '/me'],
			['my-order', `/me/orders/${mine.order}`],
			['my-place', `/me/line/${mine.entry}`],
			['inbox', '/me/inbox']
		], state);
		unseen(findings, 'main');
		console.log('every page, two sizes, two themes: done');
		await withoutScript(house, `/events/${event.id}`, ['Lantern walk & talk', 'Old Harbour, Pier 2', '1 place left']);
		const load = await firstLoad(house, `/events/${event.id}`, 'Register');
		console.log(`first load of an event's page: ${load.bytes} bytes, usable after ${load.usable} ms with a quarter of the processor`);
		if (load.bytes > budget) findings.add(`the first load of an event's page takes ${load.bytes} bytes, more than ${budget}`);
		if (load.usable > prompt) findings.add(`an event's page can be used after ${load.usable} ms, later than ${prompt}`);
	}
} catch (failure) {
	findings.add(failure.stack);
} finally {
	await browser.close();
}
for (const f of findings.list) console.error(f);
process.exitCode = findings.list.length ? 1 : 0;
