import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, expect, it } from 'vitest';
import type { Schema } from '$lib/api/client';
import { session } from '$lib/session.svelte';
import { event } from '$lib/testing/fixtures';
import { languages, reading, serve, speak, until } from '$lib/testing/page';
import { answer, refusal } from '$lib/testing/server';
import { core } from '$lib/translations/core';
import { refusals } from '$lib/translations/refusals';
import { rehearsal as t } from '$lib/translations/rehearsal';
import rehearsalTexts from '$lib/translations/rehearsal.json';
import Rehearsal from './Rehearsal.svelte';

const test = serve();
const list = 'GET /v1/events/{event_id}/rehearsals';
const create = 'POST /v1/events/{event_id}/rehearsals';
const stop = 'POST /v1/rehearsals/{rehearsal_id}:stop';
const now = '2027-03-01T10:00:00Z';
const latency = { answers: 200, p50_ms: 4.2, p99_ms: 1230, max_ms: 2000 };
const rehearsal = (more: Partial<Schema['Rehearsal']> = {}): Schema['Rehearsal'] => ({
	id: 'reh_3k9q0a7c1v5m06f2w8d4xk1n7p9s',
	event_id: 'evt_3k9q0a7c1v5m',
	state: 'running',
	people: 2000,
	minutes: 5,
	curve: 'emf',
	max_inside: 0,
	created_at: now,
	finished_at: null,
	...more
});
const report = (more: Partial<Schema['RehearsalReport']> = {}): Schema['RehearsalReport'] => ({
	sound: true,
	verified: true,
	engine: 'sqlite',
	cpus: 2,
	waiting_room: true,
	max_inside: 50,
	came_seconds: 13,
	peak_per_second: 171,
	capacity: 400,
	sold: 400,
	sold_out: true,
	sold_out_seconds: 31.25,
	took_seconds: 40,
	time_over: false,
	mode: 'queue',
	too_early: 7,
	out_of_order: 0,
	joined: 2000,
	entered: 260,
	bought: 230,
	told_sold_out: 3,
	in_vain: 1700,
	unanswered: 0,
	unfinished: 0,
	join: latency,
	inside: latency,
	purchase: latency,
	refusals: [{ code: 'not_called_yet', count: 12 }],
	limits: [{ code: 'inside', peak: 50, limit: 50, share: 1 }],
	baskets: 240,
	lost_baskets: 0,
	mails: 230,
	differs: ['no_proof_of_work'],
	...more
});
const has = (...items: Schema['Rehearsal'][]) => test.server.on(list, { enabled: true, items });

function member(role: Schema['Membership']['role']) {
	session.set({
		kind: 'person',
		setup_required: false,
		may_create_organization: false,
		account: { id: 'acc_1', email: 'ada@example.org', name: 'Ada', locale: 'en', suggestions: true },
		memberships: [{ organization: { id: 'org_1', name: 'Kulturhaus', color: '' }, role, passkey_required: false, oidc_required: false }]
	});
}
beforeEach(async () => {
	await Promise.all([core.load(), refusals.load(), t.load()]);
	member('owner');
});
const show = () => render(Rehearsal, { event: event() as never });

it('starts one, shows how far it is, and stops it', async () => {
	has();
	test.server.on(create, () => {
		has(rehearsal({ progress: { phase: 'selling', seconds: 4, arrived: 620, called: 80, sold: 35, capacity: 400 } }));
		return answer(rehearsal(), 202);
	});
	show();
	await until(() => screen.getByRole('button', { name: t('start') }));
	await fireEvent.input(screen.getByLabelText(t('people')), { target: { value: '3000' } });
	await fireEvent.click(screen.getByRole('button', { name: t('start') }));
	await until(() => screen.getByText(t('phase.selling')));
	expect(test.server.to(create)[0]?.body).toEqual({ people: 3000, minutes: 5, curve: 'emf' });
	screen.getByText('620');
	screen.getByText('35');
	test.server.on(stop, () => {
		has(rehearsal({ state: 'stopped', reason: 'asked', finished_at: now }));
		return answer(rehearsal());
	});
	await fireEvent.click(screen.getByRole('button', { name: t('stop') }));
	await until(() => screen.getByText(t('reason.asked')));
	screen.getByRole('button', { name: t('start') });
});

it('says what is wrong before it sends, and why it is refused', async () => {
	has();
	show();
	await until(() => screen.getByRole('button', { name: t('start') }));
	await fireEvent.input(screen.getByLabelText(t('people')), { target: { value: '50001' } });
	await fireEvent.click(screen.getByRole('button', { name: t('start') }));
	await until(() => expect(screen.getByLabelText(t('people')).getAttribute('aria-invalid')).toBe('true'));
	expect(test.server.to(create)).toHaveLength(0);
	await fireEvent.input(screen.getByLabelText(t('people')), { target: { value: '100' } });
	test.server.on(create, () => refusal(409, 'on_sale_near'));
	await fireEvent.click(screen.getByRole('button', { name: t('start') }));
	await until(() => screen.getByText(refusals('problem.on_sale_near')));
});

it.each(languages)('reports in words (%s)', async (l) => {
	await speak(l);
	const words = reading(rehearsalTexts, l);
	has(
		rehearsal({ state: 'done', finished_at: now, report: report() }),
		rehearsal({
			id: 'reh_3k9q0a7c1v5m06f2w8d4xk1n7p9a',
			state: 'done',
			finished_at: now,
			report: report({ sound: false, verified: false, lost_baskets: 2, sold_out: false, waiting_room: false })
		}),
		rehearsal({ id: 'reh_3k9q0a7c1v5m06f2w8d4xk1n7p9b', state: 'failed', reason: 'connections', finished_at: now })
	);
	const { container } = show();
	await until(() => screen.getByText(words('sound')));
	screen.getByText(words('unsound'));
	screen.getByText(words('checks.failed'));
	screen.getByText(words('room.none'));
	screen.getByText(words('reason.connections'));
	expect(screen.getAllByText(words('limit.inside'))).toHaveLength(2);
	expect(screen.getAllByText(words('differs.no_proof_of_work'))).toHaveLength(2);
	expect(container.textContent).toContain(l === 'de' ? '1,2 s' : '1.2 s');
	expect(container.textContent).toContain(refusals('problem.not_called_yet'));
});

it.each(languages)('says how a draw and a ballot went (%s)', async (l) => {
	await speak(l);
	const words = reading(rehearsalTexts, l);
	has(
		rehearsal({ state: 'done', finished_at: now, report: report({ mode: 'draw', drawn: 804, late: 196, differs: ['own_beacon', 'own_time', 'no_slots'] }) }),
		rehearsal({
			id: 'reh_3k9q0a7c1v5m06f2w8d4xk1n7p9a',
			state: 'done',
			finished_at: now,
			report: report({ mode: 'ballot', drawn: 900, offered: 431, offered_later: 31, max_inside: 0, differs: ['short_claims'] })
		}),
		rehearsal({ id: 'reh_3k9q0a7c1v5m06f2w8d4xk1n7p9b', state: 'done', finished_at: now, report: report({ mode: 'draw', sound: false, out_of_order: 3 }) })
	);
	show();
	await until(() => screen.getAllByText(words('sound')));
	screen.getByText(words('draw.text', { n: 804, late: 196 }));
	screen.getByText(words('order.held', { n: 7 }));
	screen.getByText(words('ballot.text', { n: 900, offered: 431, later: 31 }));
	screen.getByText(words('order.broken', { n: 3 }));
	for (const d of ['own_beacon', 'own_time', 'no_slots', 'short_claims'] as const) screen.getByText(words(`differs.${d}`));
});

it('lets organizers look, and nobody where rehearsals are off', async () => {
	member('organizer');
	has();
	const { unmount } = show();
	await until(() => screen.getByText(t('owner')));
	unmount();
	member('owner');
	test.server.on(list, { enabled: false, items: [] });
	show();
	await until(() => screen.getByText(t('off')));
	expect(screen.queryByRole('button', { name: t('start') })).toBeNull();
});
