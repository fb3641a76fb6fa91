// The journey of people who come all at once: before the waiting room opens, waiting, one's
// own turn, and too late; and of the organizer who steers it, rehearses it, promises something
// before, and takes back what somebody took.
import type { Page } from '@playwright/test';
import { ahead } from '../fixtures/api';
import { narrowest } from '../fixtures/looks';
import { member } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';

/** The button of the form: while it is out of sight on a phone, another one leads to it. */
const register = (page: Page) => page.getByRole('form', { name: say.guest('join.title') }).getByRole('button', { name: say.guest('join.submit', { n: 1 }) });

test('a waiting room @waits', async ({ site }) => {
	const { call, person, check, show } = site;
	const event = await call('POST', '/v1/events', { title: 'Reunion concert', ...ahead(30, 3), timezone: 'Europe/Berlin', capacity: 40, publish: true });
	const address = `/events/${event.id}`;
	const from = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
	const terms = { mode: 'queue', identity: 'none', max_inside: 1, admission_seconds: 60 };

	// An owner rehearses a draw, which takes some seconds.
	const gala = await call('POST', '/v1/events', { title: 'Gala night', ...ahead(30, 3), timezone: 'Europe/Berlin', capacity: 20, publish: true });
	const days = 48 * 3600;
	const drawn = { mode: 'draw', identity: 'none', max_inside: 10, admission_seconds: 600, slots: { minutes: 30, people: 10 } };
	await call('PUT', `/v1/events/${gala.id}/onsale`, { ...drawn, opens_at: from(days), seals_at: from(days + 3600), serves_at: from(days + 7200) });
	const otto = await person({ storageState: await member(site, 'otto.room@example.org', 'Otto', 'owner') });
	await otto.goto(`/manage/events/${gala.id}/waiting-room`);
	const rehearsal = otto.getByRole('region', { name: say.rehearsal('title') });
	await rehearsal.getByLabel(say.rehearsal('people')).fill('60');
	await rehearsal.getByLabel(say.rehearsal('curve')).selectOption('burst');
	await rehearsal.getByRole('button', { name: say.rehearsal('start') }).click();
	await expect(rehearsal.getByText(say.rehearsal('phase.stays'))).toBeVisible();

	// Announced: the page of the event says so, and the room counts down.
	await call('PUT', `/v1/events/${event.id}/onsale`, { ...terms, opens_at: from(7200), serves_at: from(9000) });
	const ada = await person({ viewport: narrowest });
	await ada.goto(address);
	await ada.getByRole('link', { name: say.room('card.more') }).click();
	await expect(ada.getByRole('heading', { name: say.room('announced.title') })).toBeVisible();
	await expect(ada.getByText(say.room('terms.order'))).toBeVisible();
	expect(await ada.evaluate(() => document.documentElement.scrollWidth - innerWidth), 'it is as wide as the screen').toBe(0);
	await check(ada, 'waiting room, announced');

	// The organizer holds some tickets back until the day after tomorrow; everybody sees it.
	const olga = await person({ storageState: await member(site, 'olga.room@example.org', 'Olga', 'organizer') });
	await olga.goto(`/manage/events/${event.id}/waiting-room`);
	const plan = olga.getByRole('form', { name: say.organizer('release.title') });
	await plan.getByRole('button', { name: say.organizer('release.add') }).click();
	await plan.getByLabel(say.organizer('release.when')).fill(new Date(Date.now() + 48 * 3600_000).toISOString().slice(0, 16));
	await plan.getByLabel(say.organizer('release.units')).fill('15');
	await plan.getByRole('button', { name: say.core('save') }).click();
	await expect(olga.getByText(say.organizer('room.saved'))).toBeVisible();
	await plan.scrollIntoViewIfNeeded();
	await show(olga, 'manage-releases');

	// Rehearsing it loads the server, so that is for owners.
	await expect(olga.getByText(say.rehearsal('owner'))).toBeVisible();

	// She promises how many are kept from the public, and everybody can read it.
	const promise = olga.getByRole('form', { name: say.promise('publish.title') });
	await promise.getByLabel(say.promise('for.artists')).fill('5');
	await promise.getByRole('button', { name: say.promise('publish.button') }).click();
	await expect(olga.getByText(say.promise('publish.done'))).toBeVisible();
	await promise.scrollIntoViewIfNeeded();
	await show(olga, 'manage-statement');
	await ada.goto(address);
	await expect(ada.getByRole('heading', { name: say.guest('more.title') })).toBeVisible();
	await expect(ada.getByText(say.guest('more.count', { n: 15 }))).toBeVisible();
	await show(ada, 'event-releases');
	await ada.getByRole('link', { name: say.guest('statement.link') }).click();
	await expect(ada.getByText(say.promise('announced'))).toBeVisible();
	await expect(ada.getByText(say.promise('for.artists'))).toBeVisible();
	await check(ada, 'statement');

	// The rehearsal is over: nobody came in before their turn, and everything was sold.
	await expect(rehearsal.getByText(say.rehearsal('sound'), { exact: true })).toBeVisible({ timeout: 150_000 });
	await expect(rehearsal.getByText(/^\d+ drew a place; \d+ came later and stood behind them$/)).toBeVisible();
	await expect(rehearsal.getByText(/^No one was let in before their turn\./)).toBeVisible();
	await expect(rehearsal.getByText(say.rehearsal('differs.own_beacon'))).toBeVisible();
	await rehearsal.scrollIntoViewIfNeeded();
	await check(otto, 'rehearsal of a draw');
	await show(otto, 'manage-rehearsal', true);
	expect((await call('GET', '/v1/public/events')).items.length, 'no copy is listed').toBe(2);

	// Open: Ada and Grace, who stands before it, join in that order, before anybody is let
	// in. Nobody gets past them.
	const grace = await person();
	await grace.goto(`${address}/waiting-room`);
	await expect(grace.getByRole('heading', { level: 1 })).toBeVisible();
	await call('PUT', `/v1/events/${event.id}/onsale`, { ...terms, opens_at: from(-1), serves_at: from(40) });
	await ada.goto(address);
	await expect(ada.getByRole('button', { name: say.guest('join.submit', { n: 1 }) })).toHaveCount(0);
	await ada.getByRole('link', { name: say.room('card.go') }).click();
	await ada.getByRole('button', { name: say.room('join') }).click();
	await expect(ada.getByText(say.room('safe.title'))).toBeVisible();
	await grace.getByRole('button', { name: say.room('join') }).click();
	await expect(grace.getByText(say.room('place.ahead', { n: 1 }))).toBeVisible();
	await show(grace, 'waiting-room');

	// A page that was closed loses nothing.
	await ada.goto('/');
	await ada.goto(`${address}/waiting-room`);
	await expect(ada.getByText(say.room('safe.title'))).toBeVisible();

	// The organizer sees both, and how many are inside.
	await olga.goto(`/manage/events/${event.id}/waiting-room`);
	await expect(olga.getByText(say.organizer('room.joined', { n: 2 }))).toBeVisible();
	await expect(olga.getByText(say.organizer('release.fixed'))).toBeVisible();
	await show(olga, 'manage-waiting-room');
	await olga.getByRole('button', { name: say.organizer('room.pause'), exact: true }).click();
	await expect(olga.getByText(say.organizer('room.pausedNote'))).toBeVisible();
	await olga.getByRole('button', { name: say.organizer('room.resume') }).click();
	await expect(olga.getByText(say.organizer('room.pausedNote'))).toHaveCount(0);

	// She lets them in more slowly, while both wait; what is no number is refused beside its field.
	const rate = olga.getByLabel(say.organizer('room.perMinute'));
	await rate.fill('a few');
	await olga.getByRole('button', { name: say.organizer('room.set'), exact: true }).click();
	await expect(rate).toHaveAttribute('aria-invalid', 'true');
	await check(olga, 'manage waiting room, a rate that is none');
	await rate.fill('30');
	await olga.getByRole('button', { name: say.organizer('room.set'), exact: true }).click();
	await expect(olga.getByText(say.organizer('room.saved'))).toBeVisible();
	expect((await call('GET', `/v1/events/${event.id}/onsale`)).rate_per_minute).toBe(30);
	await show(olga, 'manage-waiting-room-rate');

	// Her turn: Ada goes in and registers; the pass goes along.
	await ada.getByRole('button', { name: say.room('turn.go') }).click({ timeout: 40_000 });
	await expect(ada.getByRole('heading', { name: say.room('in.title') })).toBeVisible();
	await check(ada, 'waiting room, inside');
	await ada.getByRole('link', { name: say.room('in.go') }).click();
	await ada.getByLabel(say.guest('join.name')).fill('Ada Lovelace');
	await ada.getByLabel(say.guest('join.email'), { exact: true }).fill('ada.room@example.org');
	await register(ada).click();
	await expect(ada.getByRole('heading', { name: say.guest('done.confirmed.title') })).toBeVisible();

	// With that she is done, and Grace comes in before the time of the pass is over.
	await ada.goto(`${address}/waiting-room`);
	await expect(ada.getByRole('heading', { name: say.room('taken.title') })).toBeVisible();
	await ada.goto(address);
	await expect(ada.getByRole('link', { name: say.room('card.back') })).toBeVisible();
	await grace.getByRole('button', { name: say.room('turn.go') }).click({ timeout: 20_000 });
	await expect(grace.getByRole('heading', { name: say.room('in.title') })).toBeVisible();

	// She takes nothing, and lets the next person in.
	await grace.getByRole('button', { name: say.room('in.leave') }).click();
	await grace.getByRole('button', { name: say.room('in.leave.yes') }).click();
	await expect(grace.getByRole('heading', { name: say.room('over.title') })).toBeVisible();

	// Closed: whoever comes takes part as usual.
	await olga.getByRole('button', { name: say.organizer('room.close'), exact: true }).click();
	await olga
		.getByRole('dialog')
		.getByRole('button', { name: say.organizer('room.close'), exact: true })
		.click();
	await expect(olga.getByText(say.organizer('room.closed'))).toBeVisible();
	const late = await person();
	await late.goto(address);
	await expect(register(late)).toBeVisible();

	// What was promised is not what happened: the sale opened an hour early.
	await late.getByRole('link', { name: say.guest('statement.link') }).click();
	await expect(late.getByText(say.promise('differs'))).toBeVisible();
	await show(late, 'statement-differs');
});

test('a waiting room before a sale that is sold out @waits', async ({ site }) => {
	const { call, person, check, show } = site;
	const tiers = [{ name: 'Early bird', capacity: 1 }, { name: 'General' }];
	const event = await call('POST', '/v1/events', { title: 'Cellar concert', ...ahead(30, 3), timezone: 'Europe/Berlin', capacity: 2, tiers, publish: true });
	const address = `/events/${event.id}`;
	const now = Date.now();
	const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();
	await call('PUT', `/v1/events/${event.id}/onsale`, {
		mode: 'queue',
		identity: 'none',
		max_inside: 1,
		admission_seconds: 120,
		opens_at: at(-1),
		serves_at: at(15)
	});
	const [ada, ben, grace, late] = [await person({ viewport: narrowest }), await person(), await person({ viewport: narrowest }), await person()];
	for (const page of [ada, ben, grace]) {
		await page.goto(`${address}/waiting-room`);
		await page.getByRole('button', { name: say.room('join') }).click();
		await expect(page.getByText(say.room('safe.title'))).toBeVisible();
	}
	await expect(grace.getByRole('heading', { name: say.room('tiers.title') })).toBeVisible();
	await expect(grace.getByText(say.room('tier.few'))).toHaveCount(2);

	// Paused: whoever waits reads it, and that nothing is lost.
	const olga = await person({ storageState: await member(site, 'olga.gone@example.org', 'Olga', 'organizer') });
	await call('PATCH', `/v1/events/${event.id}/onsale`, { paused: true });
	await expect(grace.getByText(say.room('paused.title'))).toBeVisible({ timeout: 30_000 });
	await check(grace, 'waiting room, paused');
	await show(grace, 'waiting-room-paused');
	await call('PATCH', `/v1/events/${event.id}/onsale`, { paused: false });

	// Ada is called, which the title of her tab says, and takes the cheap one. Everybody sees at once that it is gone.
	await expect(ada).toHaveTitle(new RegExp(`^\\(1\\) ${say.room('turn.title')}`), { timeout: 40_000 });
	const takes = async (page: Page, name: string, tier: string) => {
		await page.getByRole('button', { name: say.room('turn.go') }).click({ timeout: 40_000 });
		await page.getByRole('link', { name: say.room('in.go') }).click();
		await page.getByRole('radio', { name: tier }).check({ force: true });
		await page.getByLabel(say.guest('join.name')).fill(name);
		await page.getByLabel(say.guest('join.email'), { exact: true }).fill(`${name.toLowerCase()}.gone@example.org`);
		await register(page).click();
		await expect(page.getByRole('heading', { name: say.guest('done.confirmed.title') })).toBeVisible();
	};
	await takes(ada, 'Ada', 'Early bird');
	await expect(grace.getByText(say.guest('join.tierFull'), { exact: true })).toBeVisible({ timeout: 20_000 });
	await check(grace, 'waiting room, prices');
	await show(grace, 'waiting-room-prices');

	// Then all is gone: Grace is called in her order all the same, and joins the waitlist with her pass.
	await takes(ben, 'Ben', 'General');
	await expect(grace.getByRole('heading', { name: say.room('soldOut.turn') })).toBeVisible({ timeout: 20_000 });
	await check(grace, 'waiting room, sold out');
	await show(grace, 'waiting-room-sold-out');
	await late.goto(address);
	await expect(late.getByText(say.room('card.soldOut'))).toBeVisible();
	await late.getByRole('link', { name: say.room('card.go') }).click();
	await expect(late.getByText(say.room('soldOut.title'), { exact: true }).first()).toBeVisible();
	await expect(late.getByText(say.room('soldOut.join'))).toBeVisible();
	await show(late, 'waiting-room-too-late');
	await grace.getByRole('button', { name: say.room('soldOut.go') }).click();
	const form = grace.getByRole('form', { name: say.guest('join.titleWaitlist') });
	await form.getByLabel(say.guest('join.name')).fill('Grace Hopper');
	await form.getByLabel(say.guest('join.email'), { exact: true }).fill('grace.gone@example.org');
	await check(grace, 'waiting room, joining the waitlist');
	await show(grace, 'waiting-room-waitlist');
	await form.getByRole('button', { name: say.guest('join.submitWaitlist', { n: 1 }) }).click();
	await expect(grace.getByRole('heading', { name: say.guest('done.waitlisted.title') })).toBeVisible();

	// The organizer sees what is sold of each ticket, and why people were refused.
	await olga.goto(`/manage/events/${event.id}/waiting-room`);
	await expect(olga.getByText(say.organizer('room.soldOut.waitlist'))).toBeVisible();
	await expect(olga.getByRole('region', { name: say.organizer('now.tiers') }).getByText('Early bird')).toBeVisible();
	await fetch(`${site.base}/v1/events/${event.id}/registrations`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ email: 'pushy@example.org', name: 'Pushy' })
	});
	await expect(olga.getByRole('region', { name: say.takers('refused') }).getByText(say.takers('refused.noPass'))).toBeVisible({ timeout: 20_000 });
	await check(olga, 'manage waiting room, sold out');
	await show(olga, 'manage-room-sold-out', true);

	// She looks who took how much, and takes Grace's place on the waitlist back; a ticket stays.
	const takers = olga.getByRole('region', { name: say.takers('title') });
	await takers.getByLabel(say.takers('by')).selectOption('person');
	await takers.getByRole('button', { name: say.takers('show') }).click();
	await expect(takers.getByText('Ada')).toBeVisible();
	const back = takers.getByRole('button', { name: /: Grace Hopper$/ });
	await expect(back).toBeVisible();
	await expect(takers.getByRole('button', { name: /: Ada/ }), 'what is registered is not taken back').toHaveCount(0);
	await takers.scrollIntoViewIfNeeded();
	await show(olga, 'manage-takers');
	await back.click();
	await check(olga, 'question before taking back');
	await olga
		.getByRole('dialog')
		.getByRole('button', { name: say.takers('release.yes') })
		.click();
	await expect(olga.getByText(say.takers('released', { orders: 0, entries: 1 }))).toBeVisible();
	await expect(back).toHaveCount(0);
	expect((await call('GET', `/v1/events/${event.id}/waitlist`)).items, 'she is off the waitlist').toEqual([]);

	// The event is cancelled: who still waits is told so, and not to look for tickets.
	await late.getByRole('button', { name: say.room('soldOut.go') }).click();
	await expect(late.getByRole('form', { name: say.guest('join.titleWaitlist') })).toBeVisible({ timeout: 20_000 });
	await call('POST', `/v1/events/${event.id}:cancel`, {});
	await expect(late.getByRole('heading', { name: say.room('cancelled.title') })).toBeVisible({ timeout: 20_000 });
	await check(late, 'waiting room, cancelled');
	await show(late, 'waiting-room-cancelled');
});
