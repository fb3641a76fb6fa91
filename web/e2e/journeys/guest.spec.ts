// The journey of a guest: register, find it full, wait, see why one's place
// changed, be offered a place, claim it, show the ticket, give it back.

import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { ahead } from '../fixtures/api';
import { expect, test, type Site } from '../fixtures/test';
import { firstLoad, withoutScript } from '../fixtures/loading';
import { narrowest } from '../fixtures/looks';
import { say } from '../fixtures/texts';
import guestTexts from '../../src/lib/translations/guest.json' with { type: 'json' };
import { listening, quiet } from './buying';

const link = (kind: string) => new RegExp(`/${kind}/hl_[A-Za-z0-9_-]+`);

async function fill(page: Page, name: string, email: string) {
	await page.getByLabel(say.guest('join.name')).fill(name);
	await page.getByLabel(say.guest('join.email')).fill(email);
}

test('a guest', async ({ site }) => {
	const { call, mail, person, check, show, visit } = site;
	const event = await call('POST', '/v1/events', {
		title: 'Lantern walk & talk',
		description: 'Bring **a lantern**.\n\n- Meet at the pier\n- Walk two hours\n\n<script>alert(1)</script>',
		location: 'Old Harbour, Pier 2',
		...ahead(30, 3),
		timezone: 'Europe/Lisbon',
		capacity: 2,
		max_guests: 2,
		publish: true
	});
	const address = `/events/${event.id}`;

	// Ada registers with a guest, by keyboard alone, after the form told her what was missing.
	const ada = await person();
	await ada.goto(address);
	await expect(ada.getByRole('heading', { name: 'Lantern walk & talk' })).toBeVisible();
	expect(await ada.locator('script:not([src])', { hasText: 'alert(1)' }).count(), 'the description runs a script').toBe(0);
	await check(ada, 'event page');

	// In Arabic pages begin on the right, whatever the words of the event are in: of guests and of organizers.
	const reader = await person({ viewport: narrowest, locale: 'ar' });
	await reader.goto(address);
	await expect(reader.getByRole('heading', { name: guestTexts['join.title'].ar })).toBeVisible();
	const written = () => reader.evaluate(() => [document.documentElement.lang, document.documentElement.dir, document.documentElement.scrollWidth - innerWidth]);
	await expect.poll(written).toEqual(['ar', 'rtl', 0]);
	await check(reader, 'event page in Arabic');
	await reader.goto('/manage');
	await expect(reader.getByRole('heading', { level: 1 })).toBeVisible();
	await expect.poll(written).toEqual(['ar', 'rtl', 0]);
	await reader.context().close();
	await ada.getByRole('button', { name: say.guest('join.title'), exact: true }).click();
	await expect(ada.getByText(say.core('field.required')).first()).toBeVisible();
	await expect(ada.getByLabel(say.guest('join.name')), 'the first wrong field has the focus').toBeFocused();
	await check(ada, 'event page with errors');
	await ada.keyboard.type('Ada Lovelace');
	await ada.keyboard.press('Tab');
	await ada.keyboard.type('ada@example');
	await ada.keyboard.press('Enter');
	await expect(ada.getByText('Please enter an email address')).toBeVisible();
	await ada.keyboard.type('.org');
	await ada.getByRole('button', { name: /Add a guest/ }).focus();
	await ada.keyboard.press('Enter');
	await ada.keyboard.type('Charles Babbage');
	await ada.keyboard.press('Enter');
	await expect(ada.getByRole('heading', { name: say.guest('done.confirmed.title') })).toBeVisible();
	await expect(ada.getByRole('link', { name: say.account('signIn.mailbox.open') }), 'it says where the tickets are').toHaveAttribute('href', '/mailbox');
	await show(ada, 'registered');

	// Her address again: whoever enters it is told nothing, and she is mailed what she has.
	const twice = await person();
	await twice.goto(address);
	await fill(twice, 'Ada Lovelace', 'ada@example.org');
	await twice.getByRole('button', { name: say.guest('join.titleWaitlist'), exact: true }).click();
	await expect(twice.getByRole('heading', { name: 'You’re on the waitlist' })).toBeVisible();
	await expect(twice.getByText('Check your inbox')).toBeVisible();
	await check(twice, 'registered already');
	await twice.goto((await mail('ada@example.org', /already[^]*?\/r\/hl_[A-Za-z0-9_-]+/)).replace(/^[^]*\/r\//, '/r/'));
	await expect(twice.getByText('Charles Babbage', { exact: true })).toBeVisible();

	// She lost the mails, and has the links mailed once more.
	await twice.goto('/');
	await twice
		.getByRole('contentinfo')
		.getByRole('link', { name: say.core('foot.find') })
		.click();
	await expect(twice.getByRole('heading', { name: say.account('find.title') })).toBeVisible();
	await show(twice, 'find');
	await twice.getByLabel(say.account('signIn.email')).fill('ada@example.org');
	await twice.getByRole('button', { name: say.account('find.send') }).click();
	await expect(twice.getByRole('heading', { name: say.account('signIn.sent.title') })).toBeFocused();
	await check(twice, 'links were mailed');
	await twice.goto((await mail('ada@example.org', /what’s coming up[^]*?\/r\/hl_[A-Za-z0-9_-]+/)).replace(/^[^]*\/r\//, '/r/'));
	await expect(twice.getByText('Charles Babbage', { exact: true })).toBeVisible();

	// Her old phone runs no scripts.
	const old = await person({ javaScriptEnabled: false });
	await old.goto('/find');
	await old.getByLabel(say.account('signIn.email')).fill('ada@example.org');
	await old.getByRole('button', { name: say.account('find.send') }).click();
	await expect(old.getByRole('heading', { name: say.account('signIn.sent.title') })).toBeVisible();
	await expect(old.getByText(say.account('find.mailbox.text', { email: 'ada@example.org' }))).toBeVisible();
	await old.context().close();

	// Grace finds it full and waits; so does Alan, behind her.
	const grace = await person();
	await grace.goto(address);
	await expect(grace.getByRole('heading', { name: say.guest('join.titleWaitlist') })).toBeVisible();
	await show(grace, 'event-full');
	await fill(grace, 'Grace Hopper', 'grace@example.org');
	await grace.getByRole('button', { name: say.guest('join.titleWaitlist') }).click();
	await expect(grace.getByRole('heading', { name: 'You’re on the waitlist' })).toBeVisible();
	await check(grace, 'on the waitlist');
	const alan = await person();
	await alan.goto(address);
	await fill(alan, 'Alan Turing', 'alan@example.org');
	await alan.getByRole('button', { name: say.guest('join.titleWaitlist') }).click();
	await expect(alan.getByRole('heading', { name: 'You’re on the waitlist' })).toBeVisible();
	const alansPlace = await mail('alan@example.org', link('e'));
	// The footer says how the public log stood; the first mails can be faster than the log.
	await mail('alan@example.org', /public log had \d+ entries and the fingerprint [0-9a-f]{16}/);
	await alan.goto(alansPlace);
	await expect(alan.getByText(say.guest('place.ahead', { n: 1 }))).toBeVisible();
	await expect(alan.getByText('You joined the waitlist.').first()).toBeVisible();
	await show(alan, 'place');

	// The public log is a second behind what happens.
	const { ledger_seq: joined } = await call('GET', `/v1/events/${event.id}`);
	await expect.poll(async () => (await call('GET', `/v1/events/${event.id}/log`)).size).toBeGreaterThanOrEqual(joined);
	// He gets the proof of his place, and reads on how it is checked.
	const [proof] = await Promise.all([alan.waitForEvent('download'), alan.getByRole('button', { name: say.guest('proof.get') }).click()]);
	expect(await readFile(await proof.path(), 'utf8')).toMatch(/^c2sp.org\/tlog-proof@v1\n/);
	await alan.getByRole('link', { name: say.guest('proof.how') }).click();
	await expect(alan.getByRole('heading', { name: say.log('title') })).toBeVisible();
	await expect(alan.getByText(say.log('all.people'))).toBeVisible();
	await show(alan, 'log');
	const program = await alan.request.get((await alan.getByRole('link', { name: say.log('how.get'), exact: true }).getAttribute('href'))!);
	expect(await program.text()).toContain('#!/usr/bin/env python3');

	// Another page of his stays open.
	const open = await alan.context().newPage();
	await open.clock.install();
	await listening(open, alansPlace);
	await expect(open.getByText(say.guest('place.ahead', { n: 1 }))).toBeVisible();
	await quiet(open);

	// Ada looks at her tickets, and gives them back.
	await ada.goto(await mail('ada@example.org', link('r')));
	await expect(ada.getByRole('heading', { name: say.guest('order.confirmed') })).toBeVisible();
	await ada.waitForFunction(() => [...document.images].length === 2 && [...document.images].every((i) => i.complete && i.naturalWidth > 0));
	await show(ada, 'tickets');
	await ada
		.getByRole('button', { name: say.guest('ticket.show') })
		.nth(1)
		.click();
	const shown = ada.getByRole('dialog', { name: say.guest('ticket.show') });
	await expect(shown.getByText(say.guest('ticket.of', { n: 1, of: 2 }))).toBeVisible();
	await ada.keyboard.press('ArrowRight');
	await expect(shown.getByText('Charles Babbage')).toBeVisible();
	await expect(shown, 'the code stands on white').toHaveCSS('background-color', 'rgb(255, 255, 255)');
	await check(ada, 'ticket over the screen');
	await ada.keyboard.press('Escape');
	await ada.getByRole('button', { name: 'I can’t come' }).click();
	await check(ada, 'question before cancelling');
	await ada.getByRole('button', { name: say.guest('order.cancel.yes') }).click();
	await expect(ada.getByRole('heading', { name: say.guest('order.released') })).toBeVisible();

	// Both who waited are offered a place, which an open page says by itself, and reads out. Grace claims hers, Alan declines.
	await expect(open.getByRole('heading', { name: say.guest('offer.open') })).toBeVisible();
	await expect(open.getByRole('status').filter({ hasText: /^It’s your turn: a ticket is reserved for you until/ })).toBeAttached();
	await open.close();
	await grace.goto(await mail('grace@example.org', link('o')));
	await expect(grace.getByRole('heading', { name: 'A ticket is reserved for you' })).toBeVisible();
	await expect(grace.getByRole('timer')).toBeAttached();
	await show(grace, 'offer');
	await grace.getByRole('button', { name: say.guest('offer.claim') }).click();
	await expect(grace.getByRole('heading', { name: say.guest('order.confirmed') })).toBeVisible();
	await alan.goto(await mail('alan@example.org', link('o')));
	await alan.getByRole('button', { name: 'I can’t come' }).click();
	await alan.getByRole('button', { name: say.guest('offer.decline.yes') }).click();
	await expect(alan.getByRole('heading', { name: 'You declined' })).toBeVisible();
	await check(alan, 'ended');
	await alan.goto(alansPlace);
	await expect(alan.getByText('You declined the ticket.').first()).toBeVisible();

	// The organizer lets everybody read the log. Alan's browser goes through all of it and says
	// that both were next, and his proof leads to what happened to him.
	await call('PATCH', `/v1/events/${event.id}`, { log: 'public' });
	const { ledger_seq: declined } = await call('GET', `/v1/events/${event.id}`);
	await expect.poll(async () => (await call('GET', `/v1/events/${event.id}/log`)).size).toBeGreaterThanOrEqual(declined);
	const rules: string[] = [];
	alan.on('request', (r) => rules.push(...(r.url().endsWith('.wasm') ? [r.url()] : [])));
	await alan.goto(`${address}/log`);
	await expect(alan.getByRole('heading', { name: say.turns('title') })).toBeVisible();
	expect(rules, 'the rules are loaded when somebody asks for them').toEqual([]);
	await alan.getByRole('button', { name: say.turns('start') }).click();
	await expect(alan.getByText(say.turns('holds', { n: 2 }))).toBeVisible();
	expect(rules.length).toBe(1);
	await alan.getByLabel(say.turns('own.choose')).setInputFiles({ name: 'x', mimeType: 'text/plain', buffer: Buffer.from('no proof') });
	await expect(alan.getByText(say.turns('own.unreadable'))).toBeVisible();
	await alan.getByLabel(say.turns('own.choose')).setInputFiles(await proof.path());
	const his = alan.getByRole('region', { name: /^Your entry, [0-9a-f]{8}$/ });
	await expect(his.getByRole('listitem')).toHaveText([
		/^Declined the offer/,
		/^Was next: got an offer/,
		/^Not next: ahead of it stood [0-9a-f]{8}/,
		/^Joined the waitlist with 1 ahead/
	]);
	await his.getByRole('button', { name: /^[0-9a-f]{8}$/ }).click();
	await expect(alan.getByRole('region', { name: /^Code [0-9a-f]{8}$/ }).getByText(say.turns('step.accepted'))).toBeVisible();
	await show(alan, 'log-decisions');

	// What the API says is what the pages said.
	const now = await call('GET', `/v1/events/${event.id}`);
	expect(now.availability.confirmed, `one place is taken: ${JSON.stringify(now.availability)}`).toBe(1);
	expect(now.availability.available, `one place is taken: ${JSON.stringify(now.availability)}`).toBe(1);

	// Grace signs in with a link, once, and finds all of it.
	await grace.goto('/me');
	await grace
		.getByRole('main')
		.getByRole('link', { name: say.account('signIn.title') })
		.click();
	await grace.getByLabel(say.account('signIn.email')).fill('grace@example.org');
	await grace.getByRole('button', { name: say.account('signIn.send') }).click();
	await expect(grace.getByRole('heading', { name: say.account('signIn.sent.title') })).toBeVisible();
	await expect(grace.getByText('This is a demo server')).toBeVisible();
	await expect(grace.getByRole('link', { name: say.account('signIn.mailbox.open') }), 'it says where the mail is').toHaveAttribute('href', '/mailbox');
	await show(grace, 'sign-in-sent');
	const signIn = await mail('grace@example.org', /\/sign-in#[A-Za-z0-9_-]+/);
	// The link opens in a tab of its own; the one that waits for it goes on as well.
	const tab = await grace.context().newPage();
	await tab.goto(signIn);
	await tab.getByRole('button', { name: say.account('signIn.confirm.button') }).click();
	await expect(tab.getByRole('heading', { name: say.guest('home.tickets') })).toBeVisible();
	await tab.close();
	await expect(grace.getByRole('heading', { name: say.guest('home.tickets') })).toBeVisible();
	await grace.getByRole('link', { name: /Lantern walk & talk/ }).click();
	await expect(grace.getByRole('heading', { name: say.guest('order.confirmed') })).toBeVisible();
	const again = await person();
	await again.goto(signIn);
	await again.getByRole('button', { name: say.account('signIn.confirm.button') }).click();
	await expect(again.getByRole('heading', { name: say.account('signIn.failed.title') })).toBeVisible();

	// Every page of hers, and those that everybody can see.
	const { entry, order } = await possessions(site, event);
	await visit([
		['home', '/'],
		['event', `/events/${event.id}`],
		['host', `/hosts/${event.organization.id}`],
		['sign-in', '/sign-in'],
		['set-up', '/setup#ho_broken'],
		['not-found', '/nowhere'],
		['broken-link', '/r/hl_broken'],
		['order', await mail('ada@example.org', link('r'))],
		['sign-in-needed', '/me']
	]);
	await visit(
		[
			['my-tickets', '/me'],
			['my-order', `/me/orders/${order}`],
			['my-place', `/me/waitlist/${entry}`],
			['inbox', '/me/inbox']
		],
		await grace.context().storageState()
	);
	await withoutScript(site, `/events/${event.id}`, ['Lantern walk & talk', 'Old Harbour, Pier 2', '1 ticket left']);
	await firstLoad(site, `/events/${event.id}`, 'Register');
});

/** Grace's registration, and a place in the waitlist of an event that is full. */
async function possessions({ call }: Site, event: { id: string }) {
	const full = await call('POST', '/v1/events', {
		title: 'Stargazing on the roof',
		location: 'Observatory, Hill 4',
		...ahead(45, 2),
		timezone: 'Europe/Lisbon',
		capacity: 1,
		publish: true
	});
	const join = (email: string, name: string) => call('POST', `/v1/events/${full.id}/registrations`, { email, name, join_waitlist: true });
	await join('vera@example.org', 'Vera Rubin');
	const { entry_id: entry } = await join('grace@example.org', 'Grace Hopper');
	const { items } = await call('GET', `/v1/events/${event.id}/guests?q=grace`);
	return { entry, order: items[0].orders[0].id };
}
