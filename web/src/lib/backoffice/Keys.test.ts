import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, expect, it } from 'vitest';
import { session } from '$lib/session.svelte';
import { account } from '$lib/translations/account';
import accountTexts from '$lib/translations/account.json';
import { core } from '$lib/translations/core';
import { backoffice } from '$lib/translations/backoffice';
import backofficeTexts from '$lib/translations/backoffice.json';
import { organizer } from '$lib/translations/organizer';
import { event } from '$lib/testing/fixtures';
import { languages, reading, serve, speak, until } from '$lib/testing/page';
import { answer } from '$lib/testing/server';
import Keys from './Keys.svelte';

const test = serve();
const created = { created_at: '2027-09-01T08:00:00Z' };

beforeEach(async () => {
	await Promise.all([core.load(), backoffice.load(), account.load(), organizer.load()]);
	session.set({
		kind: 'person',
		setup_required: false,
		may_create_organization: false,
		account: { id: 'acc_1', email: 'ada@example.org', name: 'Ada', locale: 'en', suggestions: true },
		memberships: [{ organization: { id: 'org_1', name: 'Kulturhaus', color: '' }, role: 'owner', passkey_required: false, oidc_required: false }]
	});
	test.server.on('GET /v1/api-keys', {
		items: [
			{ id: 'key_1', name: 'Tablet 3', role: 'door', event_id: 'evt_1', event_title: 'Open evening', ...created },
			{ id: 'key_2', name: 'Website', role: 'organizer', ...created }
		]
	});
	test.server.on('GET /v1/events', { items: [event({ id: 'evt_1', title: 'Open evening' })] });
});

it.each(languages)('says which event a key is for, or that it is for all (%s)', async (l) => {
	await speak(l);
	const { container } = render(Keys);
	const words = reading(backofficeTexts, l);
	await until(() => {
		const rows = [...container.querySelectorAll('li')].map((row) => row.textContent);
		if (!rows[0]?.includes('Open evening') || rows[0].includes(words('keys.event.all'))) throw new Error(rows.join('; '));
		if (!rows[1]?.includes(words('keys.event.all'))) throw new Error(rows.join('; '));
	});
});

it('makes a key for one event, of which nobody is the owner', async () => {
	await speak('en');
	const made = { id: 'key_3', name: 'Partner', role: 'organizer', event_id: 'evt_1', event_title: 'Open evening', key: 'hf_secret', ...created };
	test.server.on('POST /v1/api-keys', () => answer(made, 201));
	const { container } = render(Keys);
	await until(() => screen.getByText('Tablet 3'));
	await fireEvent.click(screen.getByRole('button', { name: backofficeTexts['keys.new'].en }));
	await fireEvent.input(await screen.findByLabelText(backofficeTexts['keys.name'].en), { target: { value: 'Partner' } });
	await fireEvent.change(screen.getByLabelText(backofficeTexts['members.role'].en), { target: { value: 'owner' } });
	await until(() => screen.getByRole('option', { name: 'Open evening' }));
	screen.getByText(backofficeTexts['keys.event.all.hint'].en);
	await fireEvent.change(screen.getByLabelText(backofficeTexts['members.event'].en), { target: { value: 'evt_1' } });
	await until(() => screen.getByText(backofficeTexts['keys.event.one.hint'].en));
	expect(screen.queryByRole('option', { name: accountTexts['role.owner'].en })).toBeNull();
	await fireEvent.click(screen.getByRole('button', { name: backofficeTexts['keys.make'].en }));
	await until(() => {
		if (!container.ownerDocument.querySelector<HTMLInputElement>('input[readonly]')?.value.includes('hf_secret')) throw new Error('no key is shown');
	});
	const sent = test.server.to('POST /v1/api-keys').at(-1)?.body;
	expect(sent).toEqual({ name: 'Partner', role: 'organizer', event_id: 'evt_1' });
});
