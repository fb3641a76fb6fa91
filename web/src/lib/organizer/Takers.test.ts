import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, expect, it } from 'vitest';
import type { Schema } from '$lib/api/client';
import { event } from '$lib/testing/fixtures';
import { serve, until } from '$lib/testing/page';
import { answer, refusal, type Received } from '$lib/testing/server';
import { core } from '$lib/translations/core';
import { refusals } from '$lib/translations/refusals';
import { takers as t } from '$lib/translations/takers';
import { toasts } from '$lib/ui/toasts.svelte';
import Takers from './Takers.svelte';

const test = serve();
const list = 'GET /v1/events/{event_id}/takers';
const release = 'POST /v1/events/{event_id}/takers:release';
const taker = (more: Partial<Schema['Taker']> = {}): Schema['Taker'] => ({
	id: '5f0c1b7e9a3d2c48',
	units: 46,
	taken: 4,
	unpaid: 12,
	waiting: 30,
	people: 23,
	first_at: '2027-11-01T09:00:00Z',
	latest_at: '2027-11-01T09:00:41Z',
	...more
});
const has = (...items: Schema['Taker'][]) =>
	test.server.on(list, (r: Received) => answer({ by: (r.query.get('by') ?? 'network') as Schema['TakerList']['by'], items }));

beforeEach(() => Promise.all([core.load(), refusals.load(), t.load()]));
const show = () => render(Takers, { event: event() as never });

it('asks only when somebody wants to see it, and takes back', async () => {
	has(taker(), taker({ id: 'aa0c1b7e9a3d2c48', units: 1, taken: 1, unpaid: 0, waiting: 0, people: 1 }));
	show();
	expect(test.server.to(list)).toHaveLength(0);
	await fireEvent.click(screen.getByRole('button', { name: t('show') }));
	await until(() => screen.getByText(t('network', { name: '5f0c1b7e' })));
	screen.getByText([t('people', { n: 23 }), t('taken', { n: 4 }), t('unpaid', { n: 12 }), t('waiting', { n: 30 }), t('span', { seconds: 41 })].join(' · '));
	// What is paid is not to be taken back.
	expect(screen.getAllByText(t('release'))).toHaveLength(1);
	test.server.on(release, () => {
		has();
		return answer({ orders: 6, entries: 15, more: true });
	});
	await fireEvent.click(screen.getByText(t('release')));
	await until(() => screen.getByText(t('release.title')));
	await fireEvent.click(screen.getAllByRole('button', { name: t('release.yes') }).at(-1)!);
	await until(() => screen.getByText(t('none')));
	expect(test.server.to(release)[0]?.body).toEqual({ by: 'network', id: '5f0c1b7e9a3d2c48' });
	expect(toasts.shown[0]?.text).toBe(`${t('released', { orders: 6, entries: 15 })} ${t('more')}`);
});

it('counts by person, and says when one is not listed any more', async () => {
	has(taker({ id: 'per_1', name: 'Ada', email: 'ada@example.org', people: 1, latest_at: '2027-11-01T09:10:00Z' }), taker({ id: 'per_2', people: 1 }));
	show();
	await fireEvent.click(screen.getByRole('button', { name: t('show') }));
	await until(() => screen.getByText(t('network', { name: 'per_1' })));
	await fireEvent.change(screen.getByLabelText(t('by')), { target: { value: 'person' } });
	await until(() => screen.getByText('Ada'));
	screen.getByText(t('nameless'));
	expect(document.body.textContent).toContain(t('spanMinutes', { minutes: 10 }));
	test.server.on(release, () => refusal(404, 'no_such_taker'));
	await fireEvent.click(screen.getAllByText(t('release'))[0]!);
	await until(() => screen.getByText(t('release.title')));
	await fireEvent.click(screen.getAllByRole('button', { name: t('release.yes') }).at(-1)!);
	await until(() => screen.getByText(refusals('problem.no_such_taker')));
});

it('says how strangers of a network went about it, also where they have nothing', async () => {
	const usual = { tries: 3, quick: 0, reused: 0, refusals_in_a_row: 1, effort: 'usual' as const };
	has(
		taker({ signals: { tries: 61, quick: 58, reused: 40, refusals_in_a_row: 15, effort: 'most' } }),
		taker({ id: 'aa0c1b7e9a3d2c48', units: 0, taken: 0, unpaid: 0, waiting: 0, people: 0, signals: usual })
	);
	show();
	await fireEvent.click(screen.getByRole('button', { name: t('show') }));
	await until(() =>
		screen.getByText([t('tries', { n: 61 }), t('quick', { n: 58 }), t('reused', { n: 40 }), t('refusals', { n: 15 }), t('effort.most')].join(' · '))
	);
	screen.getByText(t('tries', { n: 3 }));
	expect(screen.getAllByText(t('release'))).toHaveLength(1);
});

it('counts by payment card, and takes back nothing of it', async () => {
	has(taker({ unpaid: 0, waiting: 0, units: 4 }));
	show();
	await fireEvent.change(screen.getByLabelText(t('by')), { target: { value: 'card' } });
	await fireEvent.click(screen.getByRole('button', { name: t('show') }));
	await until(() => screen.getByText(t('card', { name: '5f0c1b7e' })));
	expect(test.server.to(list).at(-1)?.query.get('by')).toBe('card');
	expect(screen.queryByText(t('release'))).toBeNull();
});
