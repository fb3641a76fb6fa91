// The journey of people at an event that asks strangers for a proof of work: their browsers
// do it, under our policy and without anybody else's script, and they only wait a moment.
import type { Page } from '@playwright/test';
import { ahead } from '../fixtures/api';
import { narrowest } from '../fixtures/looks';
import { member } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';

/** Keeps the browser of a page from beginning with the work until that is called, so that there is something to see. */
async function held(page: Page): Promise<() => void> {
	let go = () => {};
	const begun = new Promise<void>((begin) => (go = begin));
	await page.route(/solver\.worker/, async (route) => {
		await begun;
		await route.continue();
	});
	return () => go();
}

test('a proof of work', async ({ site }) => {
	const { call, person, check, show } = site;
	const event = await call('POST', '/v1/events', { title: 'Reunion concert', ...ahead(30, 3), timezone: 'Europe/Berlin', capacity: 40, publish: true });
	const address = `/events/${event.id}`;

	// The organizer asks for it, without a waiting room.
	const olga = await person({ storageState: await member(site, 'olga.bots@example.org', 'Olga', 'organizer') });
	await olga.goto(`/manage/events/${event.id}/waiting-room`);
	await olga.getByRole('radio', { name: say.organizer('challenge.always') }).check({ force: true });
	await olga
		.getByRole('form', { name: say.organizer('challenge.title') })
		.getByRole('button', { name: say.core('save') })
		.click();
	await expect(olga.getByText(say.organizer('room.saved'))).toBeVisible();
	await check(olga, 'manage waiting room, bots');
	await show(olga, 'manage-bots', true);
	const refused = await fetch(`${site.base}/v1/events/${event.id}/registrations`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ email: 'bot@example.org', name: 'Bot' })
	});
	expect(((await refused.json()) as { code: string }).code).toBe('challenge_required');

	// Ada registers, by keyboard alone: she is told that her browser works, and it goes on by itself.
	const ada = await person({ viewport: narrowest });
	const go = await held(ada);
	await ada.goto(address);
	await ada.getByLabel(say.guest('join.name')).fill('Ada Lovelace');
	await ada.getByLabel(say.guest('join.email'), { exact: true }).fill('ada.bots@example.org');
	await ada.keyboard.press('Enter');
	await expect(ada.getByRole('status').filter({ hasText: say.core('work.title') })).toBeVisible();
	await expect(ada.getByRole('progressbar', { name: say.core('work.title') })).toBeVisible();
	await site.looking.wear(ada, 'work');
	await check(ada, 'event page, while the browser works', true);
	await site.looking.picture(ada, 'work');
	go();
	await expect(ada.getByRole('heading', { name: say.guest('done.confirmed.title') })).toBeVisible({ timeout: 30_000 });
	await expect(ada.getByRole('progressbar')).toHaveCount(0);

	// A draw asks whoever joins. Anyone who has joined can leave it again, and is asked before.
	const draw = await call('POST', '/v1/events', { title: 'Farewell tour', ...ahead(30, 3), timezone: 'Europe/Berlin', capacity: 40, publish: true });
	const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
	const times = { opens_at: at(-1), seals_at: at(3600), serves_at: at(7200) };
	await call('PUT', `/v1/events/${draw.id}/onsale`, { mode: 'draw', identity: 'none', max_inside: 5, challenge: 'always', ...times });
	const grace = await person();
	await grace.goto(`/events/${draw.id}/waiting-room`);
	await grace.getByRole('button', { name: say.room('join') }).click();
	await expect(grace.getByRole('heading', { name: say.room('draw.in') })).toBeVisible({ timeout: 30_000 });
	await grace.getByRole('button', { name: say.room('draw.leave') }).click();
	await check(grace, 'draw, leaving');
	await show(grace, 'draw-leaving');
	await grace.getByRole('button', { name: say.room('draw.leave.no') }).click();
	await expect(grace.getByRole('heading', { name: say.room('draw.in') })).toBeVisible();
	await grace.getByRole('button', { name: say.room('draw.leave') }).click();
	await grace.getByRole('button', { name: say.room('draw.leave.yes') }).click();
	await expect(grace.getByRole('heading', { name: say.room('withdrawn.title') })).toBeVisible();
	await show(grace, 'draw-left');
});

test('many are expected', async ({ site }) => {
	const { call, person, check, show } = site;
	const opens = new Date(Date.now() + 5 * 60_000).toISOString();
	const event = await call('POST', '/v1/events', {
		title: 'Midnight sale',
		...ahead(30, 3),
		timezone: 'Europe/Berlin',
		capacity: 40,
		publish: true,
		tiers: [{ name: 'General', sale_starts_at: opens }]
	});
	const code = async () => {
		const refused = await fetch(`${site.base}/v1/events/${event.id}/registrations`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify({ email: 'bot@example.org', name: 'Bot' })
		});
		return ((await refused.json()) as { code: string }).code;
	};
	expect(await code()).toBe('sale_not_open');

	// The organizer says that many will come: what helps then is on at once, since the sale opens soon, and the page says until when.
	const olga = await person({ storageState: await member(site, 'olga.demand@example.org', 'Olga', 'organizer') });
	await olga.goto(`/manage/events/${event.id}/edit`);
	await olga
		.getByRole('group', { name: say.rules('form.demand') })
		.getByRole('radio', { name: say.rules('form.demand.high') })
		.check({ force: true });
	await check(olga, 'edit event, many are expected');
	await show(olga, 'manage-demand-chosen', true);
	await olga.getByRole('button', { name: say.organizer('form.save') }).click();
	await expect(olga.getByText(say.core('saved'), { exact: true })).toBeVisible();
	await olga.goto(`/manage/events/${event.id}/waiting-room`);
	await expect(olga.getByText(/^High demand: extra protection is on until/)).toBeVisible();
	await expect(olga.getByText(say.organizer('demand.challenge'))).toBeVisible();
	await show(olga, 'manage-demand-on', true);
	expect(await code()).toBe('challenge_required');

	// The organizer's own word stands, and the page says that too.
	await olga.getByRole('radio', { name: say.organizer('challenge.off') }).check({ force: true });
	await olga
		.getByRole('form', { name: say.organizer('challenge.title') })
		.getByRole('button', { name: say.core('save') })
		.click();
	await expect(olga.getByText(say.organizer('demand.noChallenge'))).toBeVisible();
	await show(olga, 'manage-demand-without-challenge', true);
	expect(await code()).toBe('sale_not_open');

	// With no more than usual the page has nothing to say.
	await olga.goto(`/manage/events/${event.id}/edit`);
	await olga
		.getByRole('group', { name: say.rules('form.demand') })
		.getByRole('radio', { name: say.rules('form.demand.normal') })
		.check({ force: true });
	await olga.getByRole('button', { name: say.organizer('form.save') }).click();
	await expect(olga.getByText(say.core('saved'), { exact: true })).toBeVisible();
	await olga.goto(`/manage/events/${event.id}/waiting-room`);
	await expect(olga.getByRole('form', { name: say.organizer('challenge.title') })).toBeVisible();
	await expect(olga.getByText(/^High demand/)).toHaveCount(0);
	await show(olga, 'manage-demand-none', true);
});
