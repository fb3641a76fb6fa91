// How soon somebody with a slow phone knows whether everybody was next: the rules go through a long public
// log in the browser, of 10,000 entries when much is to be proven, and say of an entry why it was next,
// and why not before.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { ahead } from '../fixtures/api';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';

test.use({ serverOptions: { mailbox: false, unbounded: true } }); // thousands of mails would be rendered beside it

const run = promisify(execFile);
const holdfast = join(import.meta.dirname, '../../../bin/holdfast');

/** Entries of the log, and how soon (ms) so many as are promised are gone through on a phone whose processor is so many times slower. */
const promised = 10_000;
const entries = process.env.HOLDFAST_PROVE === 'true' || process.env.HOLDFAST_SLOW === 'true' ? promised : 2500;
const soon = 2000;
const slowdown = 4;
/** What a machine that does much else may take of it. */
const busy = 3;

/** Presses the button, and returns after how long (ms) the page says what came of it. */
const checked = (page: Page) =>
	page.evaluate(
		([button, done]) =>
			new Promise<number>((resolve) => {
				const began = performance.now();
				new MutationObserver((_, all) => {
					if (!document.body.textContent.includes(done!)) return;
					all.disconnect();
					resolve(performance.now() - began);
				}).observe(document.body, { subtree: true, childList: true, characterData: true });
				[...document.querySelectorAll('button')].find((b) => b.textContent.includes(button!))!.click();
			}),
		[say.turns('start'), say.turns('holds.text')]
	);

test('a long log on a slow phone @once', async ({ site }) => {
	const { call, person, check, show } = site;
	const event = await call('POST', '/v1/events', {
		title: 'Harbour festival',
		...ahead(30, 3),
		timezone: 'Europe/Lisbon',
		capacity: 12, // so that people wait
		max_guests: 3,
		log: 'public',
		publish: true
	});
	// People register, wait, are offered places, claim and decline them, and give theirs back.
	const written = async () => (await call('GET', `/v1/events/${event.id}`)).ledger_seq as number;
	for (let seed = 1; (await written()) < entries; seed++) {
		const args = ['--target', site.base, '--key', site.key, '--event', event.id, '--scenario', 'mixed', '--seed', String(seed)];
		await run(holdfast, ['hammer', ...args, '--connections', '32', '--warm-up', '0s', '--duration', '60s', '--requests', '2000']);
	}
	const size = await written();
	await expect.poll(async () => (await call('GET', `/v1/events/${event.id}/log`)).size, { timeout: 60_000 }).toBeGreaterThanOrEqual(size);

	const phone = await person();
	await phone.goto(`/events/${event.id}/log`);
	await expect(phone.getByRole('button', { name: say.turns('start') })).toBeVisible();
	const rules = phone.waitForEvent('worker');
	const devtools = await phone.context().newCDPSession(phone);
	await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
	const took = await checked(phone);
	// Browsers slow down the thread of the page alone: a plain loop shows what the worker's was like, then and without.
	const loop = () => {
		const began = performance.now();
		let sum = 0;
		for (let i = 0; i < 1e8; i++) sum = (sum + i) | 0;
		return sum === 0.5 ? 0 : performance.now() - began;
	};
	const worker = await rules;
	const slow = await worker.evaluate(loop);
	await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
	const fast = await worker.evaluate(loop);
	const decisions = await phone.getByRole('listitem').count();
	console.log(
		`log of ${size} entries: ${(took / 1000).toFixed(2)} s at ${slowdown} times slower, of ${soon / 1000} s; a loop ${slow.toFixed(0)} ms in the worker, ${fast.toFixed(0)} ms at full speed`
	);
	expect(decisions, 'decisions are listed').toBeGreaterThan(0);
	expect(took, `a log of ${size} entries is gone through soon`).toBeLessThanOrEqual(busy * soon * Math.max(1, size / promised));
	await check(phone, 'decisions of a long log');

	// Any entry says why it was next, and why it was not before.
	await phone.getByRole('button', { name: say.turns('list.more') }).click();
	const story = phone.getByRole('region', { name: /^Code [0-9a-f]{8}$/ });
	const codes = phone
		.locator('ol')
		.last()
		.getByRole('button', { name: /^[0-9a-f]{8}$/ });
	for (const code of await codes.all()) {
		await code.click();
		await expect(story).toBeVisible();
		if (await story.getByText(say.turns('step.before')).count()) break; // others were at once
	}
	await expect(story.getByText(/^Joined the waitlist with [\d,]+ ahead$/)).toBeVisible();
	await expect(story.getByText(/^Was next: got (an offer|a ticket)$/).first()).toBeVisible();
	await expect(story.getByText(say.turns('step.before')).first()).toBeVisible();
	await story.scrollIntoViewIfNeeded();
	await show(phone, 'log-story', true);
});
