// A whole evening at two gates without a network: nothing is lost, and each double
// admission is shown once.
import type { Page } from '@playwright/test';
import { patience } from '../fixtures/browser';
import { member } from '../fixtures/signing-in';
import { expect } from '../fixtures/test';
import { say } from '../fixtures/texts';
import { allSent, openDoor, test, today } from './door';

test('an evening without a network @once', async ({ site, north, large }) => {
	const { call, person } = site;
	const event = await call('POST', '/v1/events', {
		title: 'Long evening',
		...today(1, 6),
		timezone: 'Europe/Berlin',
		capacity: large.scans,
		max_guests: 19,
		publish: true
	});
	const orders = large.scans / 20;
	const tokens: string[] = [];
	for (let i = 0; i < orders; i++) {
		const guests = Array.from({ length: 19 }, (_, n) => ({ name: `Guest ${i} ${n}` }));
		const order = await call('POST', `/v1/events/${event.id}/registrations`, {
			user_id: `long-${i}`,
			email: `long${i}@example.org`,
			name: `Host ${i}`,
			guests
		});
		tokens.push(...(await call('GET', `/v1/orders/${order.order_id}/tickets`)).items.map((t: { token: string }) => t.token));
	}
	const devices: Page[] = [];
	for (const [who, gate] of [
		['dora', 'North'],
		['sven', 'South']
	] as const) {
		const page = await person({ baseURL: north.base, storageState: await member(site, `${who}@example.org`, who, 'box_office') });
		await page.goto('/door');
		await openDoor(page, 'Long evening', gate);
		devices.push(page);
	}
	north.be('cut');
	for (const page of devices) await expect(page.locator('[data-network=offline]')).toBeVisible({ timeout: 2 * patience });
	const half = large.scans / 2;
	const shares = [tokens.slice(0, half), tokens.slice(half - large.shared, 2 * half - large.shared)];
	const began = Date.now();
	const said = await Promise.all(devices.map((page, i) => scanAll(page, shares[i]!)));
	for (const s of said) expect(s['admit alone'], `each lets in ${half}: ${JSON.stringify(s)}`).toBe(half);
	const took = Date.now() - began;
	await devices[0]!.reload(); // and a battery that died changes nothing
	await expect(devices[0]!.getByText(`${new Intl.NumberFormat('en-GB').format(half)} to send`)).toBeVisible({ timeout: 2 * patience });

	north.be('up');
	for (const page of devices) await expect(page.locator('[data-network=online]')).toBeVisible({ timeout: 2 * patience });
	for (const page of devices) await allSent(page);
	const now = await call('GET', `/v1/events/${event.id}/checkins`);
	const stored = now.admitted + now.double_admissions;
	expect(stored, `all scans are there: ${JSON.stringify({ ...now, items: undefined })}`).toBe(large.scans);
	expect(now.double_admissions, `all scans are there: ${JSON.stringify({ ...now, items: undefined })}`).toBe(large.shared);
	const sven = devices[1]!;
	await expect(sven.getByText(`${large.shared} tickets were used twice`)).toBeVisible({ timeout: 2 * patience });
	await sven.getByRole('button', { name: say.door('double.look') }).click();
	const shown = await sven.locator('[data-double]').evaluateAll((list) => (list as HTMLElement[]).map((e) => e.dataset.double));
	expect(shown.length, `each double admission is shown once: ${shown.length}`).toBe(large.shared);
	expect(new Set(shown).size, `each double admission is shown once: ${shown.length}`).toBe(large.shared);
	await sven.getByRole('button', { name: say.door('double.seen') }).click();
	await expect(sven.getByText('tickets were used twice')).not.toBeAttached();
	console.log(
		`an evening without a network: ${large.scans} scans on two devices in ${took} ms, ${large.scans - stored} lost, ${shown.length} double admissions, each shown once`
	);
});

/** Scans codes as a hand scanner does, one after the other, each when the one before has its verdict; says what came of it. */
function scanAll(page: Page, tokens: string[]): Promise<Record<string, number>> {
	return page.evaluate(async (tokens) => {
		const card = document.querySelector<HTMLElement>('[data-n]')!;
		(document.activeElement as HTMLElement | null)?.blur();
		const said: Record<string, number> = {};
		for (const token of tokens) {
			const before = card.dataset.n;
			const spoken = new Promise<void>((done) => {
				const watch = new MutationObserver(() => card.dataset.n !== before && (watch.disconnect(), done()));
				watch.observe(card, { attributes: true });
			});
			for (const key of [...token, 'Enter']) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
			await spoken;
			const what = `${card.dataset.verdict} ${card.dataset.online === 'true' ? 'online' : 'alone'}`;
			said[what] = (said[what] ?? 0) + 1;
			await new Promise((done) => setTimeout(done)); // the page takes the next when it has shown this one
		}
		return said;
	}, tokens);
}
