import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import { money } from '$lib/event/money';
import { event, eventID, tier, waitingRoom } from '$lib/testing/fixtures';
import { leastOf } from '$lib/testing/contract';
import { on, serve, until } from '$lib/testing/page';
import { answer, refusal } from '$lib/testing/server';
import { core } from '$lib/translations/core';
import { guest } from '$lib/translations/guest';
import { refusals } from '$lib/translations/refusals';
import { room as t } from '$lib/translations/room';
import { forget, keep, keptOf, type Kept } from '$lib/waitingplace';
import RoomPage from './RoomPage.svelte';
import type { Room } from './room';

const test = serve();
on(() => '/events/evt_3k9q0a7c1v5m/waiting-room');
const read = 'GET /v1/events/{event_id}/waiting-room';
const receipt = (index: number) => `holdfast/receipt/v1\n${eventID}\n${index}\n0\nabc\n`;
/** The part of those who have joined for which it is enough. */
const t_share = 'odds.share';
const sealed = (more: Partial<NonNullable<Room['draw']>> = {}): Partial<Room> => ({
	mode: 'draw',
	phase: 'sealed',
	seals_at: new Date(Date.now() - 7_200_000).toISOString(),
	draw: { kind: 'drand-quicknet', round: 43_953_123, round_at: new Date(Date.now() - 7_000_000).toISOString(), entrants: 12, late: false, ...more }
});
/** Of somebody who has the place 413, the next to be called. */
const next: Kept = { receipt: receipt(412) };

beforeEach(async () => {
	forget(eventID);
	await Promise.all([core.load(), guest.load(), refusals.load(), t.load()]);
});
/** Opens the page for a person who keeps a place, and says how the room is from then on. */
async function open(room: Partial<Room>, kept?: Kept, of = event()) {
	if (kept) keep(eventID, kept);
	let now = waitingRoom(room);
	test.server
		.on(read, () => answer({ ...now, as_of: new Date().toISOString() }))
		.on('GET /v1/events/{event_id}', () => answer(of))
		.on('GET /v1/me', () => answer({ ...leastOf('Me'), kind: 'public' }))
		.on('GET /v1/events/{event_id}/draw', () => refusal(409, 'draw_not_sealed'));
	render(RoomPage, { id: eventID });
	await until(() => screen.getByRole('heading', { level: 1 }));
	return (next: Partial<Room>) => (now = waitingRoom(next));
}
const heading = (name: string) => until(() => screen.getByRole('heading', { name }));
const text = (words: string) => until(() => screen.getByText(words, { exact: false }));

it('says that a random number is late, and that it changes nothing', async () => {
	await open(sealed({ late: true }), { receipt: receipt(3) });
	await heading(t('draw.sealed'));
	await text(t('draw.late'));
});

it('says that letting people in is paused, to people who wait and to those who come', async () => {
	await open({ paused: true }, next);
	await text(t('paused.title'));
	expect(screen.getByText(t('wait.paused'))).toBeTruthy();
});

it.each([
	['the event was cancelled', 'cancelled', 'cancelled.title'],
	['nobody registers any more', 'over', 'ended.title'],
	['the organizer closed it', 'organizer', 'closed.title']
] as const)('says why it is closed: %s', async (_, closed_reason, title) => {
	await open({ ...sealed(), phase: 'closed', closed_reason }, { receipt: receipt(3) });
	await heading(t(title));
	expect(screen.queryByText(t('cancelled.draw')) !== null).toBe(closed_reason === 'cancelled');
	expect(screen.queryByText(t('safe.title'))).toBeNull();
});

it.each([
	['somebody who waits', {}, next, 'postponed.place'],
	['somebody in a draw', sealed(), { receipt: receipt(3) }, 'postponed.draw'],
	['somebody in a ballot', { ...sealed(), mode: 'ballot' }, { receipt: receipt(3) }, 'postponed.ballot'],
	['somebody whose time is over', {}, { ...next, done: true }, undefined],
	['somebody who has not joined', {}, undefined, undefined]
] as const)('says of an event that is postponed what that means: %s', async (_, room, kept, means) => {
	const closed = { ...room, phase: 'closed', closed_reason: 'postponed' } as Partial<Room>;
	const change = await open(closed, kept);
	await heading(t('postponed.title'));
	await text(t('postponed.text'));
	for (const key of ['postponed.place', 'postponed.draw', 'postponed.ballot'] as const) {
		expect(screen.queryByText(t(key)) !== null, key).toBe(key === means);
	}
	expect(screen.queryByText(t('closed.text'))).toBeNull();
	// With a new date it goes on, and the page says so as soon as somebody looks at it.
	change({ phase: 'announced', opens_at: new Date(Date.now() + 3_600_000).toISOString() });
	document.dispatchEvent(new Event('visibilitychange'));
	await heading(t('announced.title'));
});

it('says that somebody left the draw, and not that the organizer took them out', async () => {
	await open(sealed(), { receipt: receipt(3), struck: true, left: true });
	await heading(t('withdrawn.title'));
	expect(screen.queryByText(t('struck.text'))).toBeNull();
});

it.each([
	['struck_out', 'struck.title'],
	['draw_left', 'withdrawn.title']
] as const)('learns it on another device: %s', async (code, title) => {
	const seed = '00'.repeat(32);
	await open({ ...sealed({ seed, entrants: 1 }), phase: 'serving', serving: 1 }, { receipt: receipt(0) });
	test.server.on('POST /v1/events/{event_id}/waiting-room:enter', () => refusal(403, code));
	await fireEvent.click(await until(() => screen.getByRole('button', { name: t('turn.go') })));
	await heading(t(title));
	expect(keptOf(eventID)).toMatchObject({ struck: true, left: code === 'draw_left' });
});

it('shows prices, and at once what is gone', async () => {
	const change = await open(
		{
			tiers: [
				{ tier_id: 'tir_general', name: 'General', price: 2500, currency: 'EUR', state: 'few' },
				{ tier_id: 'tir_2', name: 'Guest list', price: 0, state: 'available' }
			]
		},
		{ receipt: receipt(900) },
		event({ tiers: [tier()] })
	);
	await text(t('tier.few'));
	expect(screen.getByText(money(2500, 'EUR'))).toBeTruthy();
	expect(screen.getByText(guest('price.free'))).toBeTruthy();
	change({ tiers: [{ tier_id: 'tir_general', name: 'General', price: 2500, currency: 'EUR', state: 'sold_out' }] });
	await until(() => screen.getByText(guest('join.tierFull')));
	expect(screen.getByText(money(2500, 'EUR')).tagName).toBe('S');
	expect(screen.getByText(`General: ${guest('join.tierFull')}`).getAttribute('role')).toBe('status');
});

it('announces what sells out during the own turn', async () => {
	const tiers = [{ tier_id: 'tir_general', name: 'General', price: 2500, currency: 'EUR', state: 'few' as const }];
	const change = await open({ serving: 1000, tiers }, { receipt: receipt(3) });
	await heading(t('turn.title'));
	expect(screen.queryByText(`General: ${guest('join.tierFull')}`)).toBeNull();
	change({ tiers: [{ ...tiers[0]!, state: 'sold_out' }] });
	await until(() => screen.getByText(`General: ${guest('join.tierFull')}`));
});

it('says by figures of this sale what somebody can hope for', async () => {
	await open({ came_in: 330, decided: 300, units_taken: 540 }, { receipt: receipt(500) });
	await text(t('chance.unlikely'));
	await text(t('chance.known', { share: '80%', each: '1.8' }));
});

it.each([
	['who has not joined', { phase: 'open' }, undefined, t_share],
	['who has joined', { phase: 'open' }, { receipt: receipt(0) }, 'chance.likely'],
	['who comes late', { phase: 'open' }, { receipt: receipt(400) }, 'chance.unlikely'],
	['in a draw', { ...sealed({ entrants: null }), phase: 'open' }, { receipt: receipt(3) }, t_share],
	['before it opens', { phase: 'announced', entrants: 0 }, undefined, undefined]
] as const)('says before anybody is called what there is, and links to what was promised: %s', async (_, room, kept, says) => {
	const serves_at = new Date(Date.now() + 3_600_000).toISOString();
	await open({ entrants: 412, available_at_serving: 60, serves_at, ...room } as Partial<Room>, kept, event({ statement: 1 }));
	await text(t('odds.title'));
	await text(t('left.places', { n: 60 }));
	if (says) await text(says === t_share ? t('odds.share', { n: 7 }) : t(says));
	expect((await until(() => screen.getByText(guest('statement.link')))).getAttribute('href')).toBe(`/events/${eventID}/statement`);
});

it('says nothing of the opening once people are called', async () => {
	await open({}, next);
	await text(t('place.next'));
	expect(screen.queryByText(t('odds.title'))).toBeNull();
	expect(screen.queryByText(guest('statement.link'))).toBeNull();
});

it('says that it reckons with two tickets each, as long as there are no figures', async () => {
	await open({ serving: 0 }, { receipt: receipt(3) });
	await text(t('chance.likely'));
	await text(t('chance.assumed'));
});

/** Stands in for the browser's notifications, which jsdom has not. */
class Told {
	static permission: NotificationPermission = 'default';
	static shown: [string, NotificationOptions | undefined][] = [];
	static requestPermission = vi.fn(async () => (Told.permission = 'granted'));
	constructor(title: string, options?: NotificationOptions) {
		Told.shown.push([title, options]);
	}
}
/** Stands in for its sound: the pitches that were played. */
function sound(): number[] {
	const played: number[] = [];
	const value = () => ({ setValueAtTime() {}, exponentialRampToValueAtTime() {} });
	vi.stubGlobal(
		'AudioContext',
		class {
			state = 'running';
			currentTime = 0;
			destination = {};
			resume = async () => undefined;
			createGain = () => ({ gain: value(), connect: (x: unknown) => x });
			createOscillator = () => {
				const frequency = {
					set value(pitch: number) {
						played.push(pitch);
					}
				};
				return { type: 'sine', frequency, connect: (x: unknown) => x, start() {}, stop() {} };
			};
		}
	);
	return played;
}

it('asks for notifications by a button only, and at their turn calls by a sound, a notification and the title', async () => {
	const played = sound();
	Told.permission = 'default';
	Told.shown = [];
	vi.stubGlobal('Notification', Told);
	const change = await open({}, { receipt: receipt(414) });
	await until(() => expect(document.title).toContain(t('place.ahead', { n: 2 })));
	expect(Told.requestPermission).not.toHaveBeenCalled();
	await fireEvent.click(screen.getByRole('button', { name: t('alert.on') }));
	await text(t('alert.granted'));
	expect([played, Told.shown]).toEqual([[], []]);
	change({ serving: 415 });
	await heading(t('turn.title'));
	await until(() => expect(Told.shown).toEqual([[t('turn.title'), { body: 'Summer concert', tag: eventID, requireInteraction: true }]]));
	expect(played.length).toBe(6);
	expect(document.title).toMatch(`(1) ${t('turn.title')}`);
});

it('calls nobody who opens the page at their turn', async () => {
	const played = sound();
	await open({ serving: 500 }, next);
	await heading(t('turn.title'));
	expect(played).toEqual([]);
});

const gone: Partial<Room> = {
	available: 0,
	sold_out: true,
	tiers: [{ tier_id: 'tir_general', name: 'General', price: 0, state: 'sold_out' }]
};

it('says that it is sold out, and who still has to pay', async () => {
	const change = await open({ ...gone, buying: 3 }, { receipt: receipt(900) });
	await text(t('soldOut.buying', { n: 3 }));
	expect(screen.queryByText(t('left.title'))).toBeNull();
	change(gone);
	await text(t('soldOut.none'));
	change({ ...gone, waitlist_open: true });
	await text(t('soldOut.waitlist'));
	expect(screen.getByText(t('safe.title'))).toBeTruthy();
});

it('has whoever is called join the waitlist with their pass', async () => {
	const full = event({ tiers: [tier({ price: 0, unit_gross: 0, unit_net: 0, currency: undefined, available: 0 })] });
	await open({ ...gone, waitlist_open: true, serving: 500 }, next, full);
	await heading(t('soldOut.turn'));
	const until10 = new Date(Date.now() + 600_000).toISOString();
	test.server
		.on('POST /v1/events/{event_id}/waiting-room:enter', () => answer({ pass: 'a pass', expires_at: until10 }, 201))
		.on('GET /v1/events/{event_id}/questions', () => answer({ version: 0, questions: [] }));
	await fireEvent.click(screen.getByRole('button', { name: t('soldOut.go') }));
	await heading(t('in.title'));
	await until(() => screen.getByRole('form', { name: guest('join.titleWaitlist') }));
	expect(screen.getByRole('button', { name: t('in.leave') })).toBeTruthy();
});

it('has whoever comes too late join the waitlist by one button', async () => {
	const full = event({ tiers: [tier({ price: 0, unit_gross: 0, unit_net: 0, currency: undefined, available: 0 })] });
	const change = await open({ ...gone, waitlist_open: true, serving: 9800 }, undefined, full);
	await text(t('soldOut.join'));
	const soon = new Date(Date.now() + 600_000).toISOString();
	test.server
		.on('POST /v1/events/{event_id}/waiting-room:join', () =>
			answer({ index: 9800, place: 9801, receipt: receipt(9800), page_url: 'http://localhost/q/hq_x' }, 201)
		)
		.on('POST /v1/events/{event_id}/waiting-room:enter', () => answer({ pass: 'a pass', expires_at: soon }, 201))
		.on('GET /v1/events/{event_id}/questions', () => answer({ version: 0, questions: [] }));
	await fireEvent.click(screen.getByRole('button', { name: t('soldOut.go') }));
	await text(t('place.next'));
	change({ ...gone, waitlist_open: true, entrants: 9801, serving: 9801 });
	await until(() => screen.getByRole('form', { name: guest('join.titleWaitlist') }));
	expect(test.server.to('POST /v1/events/{event_id}/waiting-room:enter').length).toBe(1);
});

it('lets nobody in by itself whose turn comes later: they may be away', async () => {
	const change = await open({ ...gone, waitlist_open: true, serving: 500 });
	await text(t('soldOut.join'));
	test.server.on('POST /v1/events/{event_id}/waiting-room:join', () =>
		answer({ index: 9800, place: 9801, receipt: receipt(9800), page_url: 'http://localhost/q/hq_x' }, 201)
	);
	await fireEvent.click(screen.getByRole('button', { name: t('soldOut.go') }));
	await text(t('place.ahead', { n: 9300 }));
	const later = Date.now() + 60_000;
	vi.spyOn(Date, 'now').mockReturnValue(later);
	change({ ...gone, waitlist_open: true, entrants: 9801, serving: 9801 });
	await heading(t('soldOut.turn'));
	await until(() => expect(screen.getByRole('button', { name: t('soldOut.go') })).toBeTruthy());
	expect(test.server.to('POST /v1/events/{event_id}/waiting-room:enter').length).toBe(0);
});

it('promises no waitlist to a person who is called where nobody can join it', async () => {
	await open({ ...gone, serving: 500 }, next);
	await heading(t('turn.title'));
	await text(t('soldOut.none'));
	expect(screen.queryByText(t('soldOut.turn.text', { n: 10 }))).toBeNull();
	expect(screen.getByRole('button', { name: t('turn.go') })).toBeTruthy();
});
