import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import { session } from '$lib/session.svelte';
import { core } from '$lib/translations/core';
import { door as texts } from '$lib/translations/door';
import { leastOf } from '$lib/testing/contract';
import { event } from '$lib/testing/fixtures';
import { serve, until } from '$lib/testing/page';
import { answer } from '$lib/testing/server';
import ChooseDoor from './ChooseDoor.svelte';
import type { Door } from './door.svelte';

const test = serve();
const list = (id: string, name: string, gates: string[]) => ({ ...leastOf('List'), id, name, gates });

beforeEach(async () => {
	await Promise.all([texts.load(), core.load()]);
	session.set({
		kind: 'person',
		setup_required: false,
		may_create_organization: false,
		account: { id: 'acc_1', email: 'ada@example.org', name: 'Ada', locale: 'en', suggestions: true },
		memberships: [{ organization: { id: 'org_1', name: 'Kulturhaus', color: '' }, role: 'door', passkey_required: false, oidc_required: false }]
	});
});

/** A list with gates takes scans at these alone, so that nobody can begin at none of them. */
it('asks at which gate of a list somebody stands', async () => {
	test.server.on('GET /v1/events', () => answer({ items: [event({ title: 'Lantern walk' })] }));
	test.server.on('GET /v1/events/{event_id}/checkin-lists', () => answer({ items: [list('lst_1', 'Balcony', ['North', 'South']), list('lst_2', 'Pit', [])] }));
	const take = vi.fn(async () => undefined);
	render(ChooseDoor, { door: { take } as unknown as Door });
	await fireEvent.click(await screen.findByRole('button', { name: /Lantern walk/ }));
	await fireEvent.click(await screen.findByRole('radio', { name: /Balcony/ }));
	expect(screen.getAllByRole('radio').map((r) => r.getAttribute('value'))).toEqual(['', 'lst_1', 'lst_2', 'North', 'South']);
	const start = () => fireEvent.click(screen.getByRole('button', { name: texts('choose.start') }));
	await start();
	await until(() => expect(screen.getByText(core('field.required'))).toBeTruthy());
	expect(take).not.toHaveBeenCalled();
	await fireEvent.click(screen.getByRole('radio', { name: 'South' }));
	expect(screen.queryByText(core('field.required'))).toBeNull();
	await start();
	await until(() => expect(take).toHaveBeenCalledWith(expect.objectContaining({ list: 'lst_1', gate: 'South' })));
	// A list without gates takes any, and none.
	await fireEvent.click(screen.getByRole('radio', { name: /Pit/ }));
	await fireEvent.input(screen.getByLabelText(texts('choose.gate'), { exact: false }), { target: { value: '' } });
	await start();
	await until(() => expect(take).toHaveBeenLastCalledWith(expect.objectContaining({ list: 'lst_2', gate: '' })));
});
