import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, expect, it } from 'vitest';
import type { Schema } from '$lib/api/client';
import { event } from '$lib/testing/fixtures';
import { serve, until } from '$lib/testing/page';
import { answer, refusal } from '$lib/testing/server';
import { core } from '$lib/translations/core';
import { organizer as t } from '$lib/translations/organizer';
import { refusals } from '$lib/translations/refusals';
import { takers as w } from '$lib/translations/takers';
import { toasts } from '$lib/ui/toasts.svelte';
import DrawStrikes from './DrawStrikes.svelte';

const test = serve();
const networks = 'GET /v1/events/{event_id}/draw/networks';
const strikeOne = 'POST /v1/events/{event_id}/draw:strike';
const strike = 'POST /v1/events/{event_id}/draw:strike-network';
const restore = 'POST /v1/events/{event_id}/draw:restore';
const has = (...items: Schema['DrawNetwork'][]) => test.server.on(networks, () => answer({ items }));
const farm = { id: '5f0c1b7e9a3d2c48', entrants: 61, struck: 0, signals: { tries: 61, quick: 58, reused: 40, refusals_in_a_row: 0, effort: 'most' as const } };

beforeEach(() => Promise.all([core.load(), t.load(), refusals.load(), w.load()]));
const show = () => render(DrawStrikes, { event: event() as never });
const last = () => toasts.shown.at(-1)?.text;

it('takes out all of a network, with the reason that is chosen, and takes that back', async () => {
	has(farm, { id: 'aa0c1b7e9a3d2c48', entrants: 1, struck: 1 });
	show();
	expect(test.server.to(networks)).toHaveLength(0);
	await fireEvent.click(screen.getByRole('button', { name: w('show') }));
	const name = w('network', { name: '5f0c1b7e' });
	await until(() => screen.getByText(name));
	screen.getByText(w('strike.joined', { n: 61 }));
	screen.getByText([w('tries', { n: 61 }), w('quick', { n: 58 }), w('reused', { n: 40 }), w('effort.most')].join(' · '));
	// Of the other one nobody is left to be taken out.
	expect(screen.getAllByText(w('strike.network'))).toHaveLength(1);
	expect(screen.getAllByText(w('strike.restore'))).toHaveLength(1);
	await fireEvent.click(screen.getByLabelText(new RegExp(t('draw.fraud'))));
	test.server.on(strike, () => {
		has({ ...farm, struck: 61 });
		return answer({ struck: 61, more: true });
	});
	await fireEvent.click(screen.getByRole('button', { name: `${w('strike.network')}: ${name}` }));
	await until(() => screen.getByText([w('strike.joined', { n: 61 }), w('strike.out', { n: 61 })].join(' · ')));
	expect(test.server.to(strike)[0]?.body).toEqual({ network: farm.id, reason: 'fraud' });
	expect(last()).toBe(`${w('strike.done', { n: 61 })} ${w('strike.more')}`);
	test.server.on(restore, () => {
		has(farm);
		return answer({ restored: 61, more: false });
	});
	await fireEvent.click(screen.getByRole('button', { name: `${w('strike.restore')}: ${name}` }));
	await until(() => screen.getByText(w('strike.joined', { n: 61 })));
	expect(test.server.to(restore)[0]?.body).toEqual({ network: farm.id });
	expect(last()).toBe(w('strike.restored', { n: 61 }));
});

it('takes one out and takes that back, and says when it is too late', async () => {
	test.server.on(strikeOne, () => answer({ index: 17, reason: 'duplicate', at: '2027-11-01T09:00:00Z' }));
	test.server.on(restore, () => answer({ restored: 1, more: false }));
	show();
	await fireEvent.input(screen.getByLabelText(t('draw.index')), { target: { value: '17' } });
	await fireEvent.click(screen.getByRole('button', { name: t('draw.strike') }));
	await until(() => expect(last()).toBe(t('draw.struck', { n: 17 })));
	const undo = () => screen.queryByRole('button', { name: `${w('strike.restore')}: 17` });
	await fireEvent.click(undo()!);
	await until(() => expect(last()).toBe(w('strike.restored', { n: 1 })));
	expect(test.server.to(restore)[0]?.body).toEqual({ index: 17 });
	expect(undo()).toBeNull();
	test.server.on(strikeOne, () => refusal(409, 'draw_sealed'));
	await fireEvent.input(screen.getByLabelText(t('draw.index')), { target: { value: '18' } });
	await fireEvent.click(screen.getByRole('button', { name: t('draw.strike') }));
	await until(() => screen.getByText(refusals('problem.draw_sealed')));
});

it('says when nobody has joined from a network', async () => {
	has();
	show();
	await fireEvent.click(screen.getByRole('button', { name: w('show') }));
	await until(() => screen.getByText(w('strike.none')));
});
