import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Schema } from '$lib/api/client';
import { event, tier, waitingRoom } from '$lib/testing/fixtures';
import { serve, until } from '$lib/testing/page';
import { answer, refusal } from '$lib/testing/server';
import { core } from '$lib/translations/core';
import { refusals } from '$lib/translations/refusals';
import { room as t } from '$lib/translations/room';
import Ballot from './Ballot.svelte';
import type { Room } from './room';

const test = serve();
const read = 'GET /v1/events/{event_id}/ballot';
const write = 'PUT /v1/events/{event_id}/ballot';
const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const room = (more: Partial<Room> = {}): Room =>
	waitingRoom({
		mode: 'ballot',
		phase: 'open',
		opens_at: at(-5),
		seals_at: at(60),
		serves_at: at(120),
		draw: { kind: 'ceremony', source: 'Lotto', entrants: null, late: false },
		identity: 'account',
		entrants: 12,
		serving: 0,
		available: 40,
		...more
	});
const part = (more: Partial<Schema['BallotPlace']> = {}): Schema['BallotPlace'] => ({
	index: 0,
	place: 0,
	receipt: 'a receipt',
	page_url: 'http://localhost/q/hq_x',
	tier_ids: ['tir_stage'],
	units: 1,
	status: 'waiting',
	...more
});
/** Of one who takes part, who has the first place. */
const drawn = { phase: 'serving' as const, draw: { kind: 'ceremony' as const, source: 'Lotto', entrants: 1, seed: '00'.repeat(32), late: false }, serving: 1 };
const joined = vi.fn();

beforeEach(async () => {
	joined.mockClear();
	await Promise.all([core.load(), refusals.load(), t.load()]);
});
function show(r: Room, signedIn = true) {
	const e = event({
		max_guests: 3,
		tiers: [tier({ id: 'tir_stage', name: 'Stage' }), tier({ id: 'tir_hall', name: 'Hall' }), tier({ id: 'tir_seats', name: 'Seats', seated: true })]
	});
	render(Ballot, { event: e, room: r, zone: 'Europe/Berlin', ahead: 0, signedIn, joined, leave: vi.fn(), reload: vi.fn() });
}
const choose = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

it('asks people who are not signed in to sign in, and the server nothing', async () => {
	show(room(), false);
	await until(() => screen.getByRole('link', { name: t('join.signIn') }));
	expect(test.server.requests).toEqual([]);
});

it('sends what somebody wants in the order of their choice', async () => {
	test.server.on(read, () => refusal(404, 'not_in_ballot')).on(write, () => answer(part({ tier_ids: ['tir_hall', 'tir_stage'], units: 2 })));
	show(room());
	await until(() => screen.getByLabelText(t('ballot.first')));
	expect(screen.queryByText('Seats')).toBeNull();
	await fireEvent.click(screen.getByRole('button', { name: t('ballot.enter') }));
	expect(test.server.to(write)).toEqual([]); // without a name
	await fireEvent.input(screen.getByLabelText(t('ballot.name')), { target: { value: ' Ada ' } });
	await choose(t('ballot.units'), '2');
	await choose(t('ballot.first'), 'tir_hall');
	await choose(t('ballot.second'), 'tir_stage');
	await fireEvent.click(screen.getByRole('button', { name: t('ballot.enter') }));
	await until(() => screen.getByText(t('ballot.wanted', { n: 2, tiers: 'Hall or Stage' })));
	expect(test.server.to(write).map((r) => r.body)).toEqual([{ name: 'Ada', tier_ids: ['tir_hall', 'tir_stage'], units: 2 }]);
	expect(joined).toHaveBeenCalledWith('a receipt');
});

it.each([
	['placed', { status: 'placed', entry_id: 'wle_1' }, 'ballot.placed'],
	['refused', { status: 'refused', reason: 'waitlist_full' }, 'ballot.refused'],
	['before their turn', {}, 'ballot.waiting']
] as const)('says what became of it: %s', async (_, more, text) => {
	test.server.on(read, () => answer(part({ place: 1, ...more })));
	const r = room({ ...drawn, serving: text === 'ballot.waiting' ? 0 : 1 });
	show(r);
	await until(() => screen.getByText(t(text, { time: '' }).split('{')[0]!.slice(0, 20), { exact: false }));
	expect(screen.getByText('1')).toBeTruthy();
	expect(screen.queryByRole('link', { name: t('ballot.mine') }) !== null).toBe(text === 'ballot.placed');
});

it('says that it is too late to whoever comes after the seal, and that somebody is out', async () => {
	test.server.on(read, () => refusal(404, 'not_in_ballot'));
	show(room({ phase: 'sealed', draw: { ...drawn.draw, seed: undefined } }));
	await until(() => screen.getByRole('heading', { name: t('ballot.sealed') }));
});

it.each([
	['the organizer took it out', 'duplicate', 'struck.title'],
	['whoever takes part left it', 'left', 'withdrawn.title']
] as const)('says who ended it: %s', async (_, reason, title) => {
	test.server.on(read, () => answer(part({ status: 'struck', reason })));
	show(room());
	await fireEvent.click(document.body);
	await until(() => screen.getByRole('heading', { name: t(title) }));
});
