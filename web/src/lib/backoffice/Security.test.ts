import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, it } from 'vitest';
import { session } from '$lib/session.svelte';
import { account } from '$lib/translations/account';
import { core } from '$lib/translations/core';
import { backoffice } from '$lib/translations/backoffice';
import { security } from '$lib/translations/security';
import securityTexts from '$lib/translations/security.json';
import { languages, reading, serve, speak, until } from '$lib/testing/page';
import Security from './Security.svelte';

const test = serve();
const entry = { at: '2027-09-01T08:00:00Z', network: '192.0.2.0/24', times: 1 };

beforeEach(async () => {
	await Promise.all([core.load(), backoffice.load(), account.load(), security.load()]);
	session.set({
		kind: 'person',
		setup_required: false,
		may_create_organization: false,
		account: { id: 'acc_1', email: 'ada@example.org', name: 'Ada', locale: 'en', suggestions: true },
		memberships: [{ organization: { id: 'org_1', name: 'Kulturhaus', color: '' }, role: 'owner', passkey_required: false, oidc_required: false }]
	});
	test.server.on('GET /v1/members', {
		items: [{ id: 'mem_1', email: 'ada@example.org', name: 'Ada Lovelace', role: 'owner', events: [], signed_in: true, created_at: entry.at }]
	});
	test.server.on('GET /v1/api-keys', {
		items: [{ id: 'key_1', name: 'Tablet 3', role: 'door', event_id: 'evt_1', event_title: 'Open evening', created_at: entry.at }]
	});
	test.server.on('GET /v1/organization/security-log', {
		items: [
			{ ...entry, id: 'sec_3', action: 'key_refused', actor: 'public', subject: 'key_1', detail: 'key_revoked', times: 12 },
			{ ...entry, id: 'sec_2', action: 'sign_in_failed', actor: 'public', subject: 'mem_1', detail: 'link_ended' },
			{ ...entry, id: 'sec_1', action: 'key_created', actor: 'mem_1', subject: 'key_1', detail: 'door evt_1' }
		]
	});
});

it.each(languages)('tells who did what to whom and from where, by their names (%s)', async (l) => {
	await speak(l);
	const { container } = render(Security);
	const words = reading(securityTexts, l);
	await until(() => screen.getAllByText(words('failed')));
	await until(() => {
		const text = container.textContent;
		const wanted = [
			'Tablet 3',
			'Ada Lovelace',
			'· Open evening',
			'192.0.2.0/24',
			words('action.key_created'),
			words('detail.link_ended'),
			words('action.key_refused'),
			words('times').replace('{count}', '12')
		];
		const missing = wanted.filter((w) => !text.includes(w));
		if (missing.length) throw new Error(`${missing.join(', ')} not in ${text}`);
	});
});

it('selects rows by kind, actor and day', async () => {
	await speak('en');
	render(Security);
	const kind = await screen.findByLabelText(securityTexts['filter.action'].en);
	await fireEvent.change(kind, { target: { value: 'key_created' } });
	await until(() => screen.getByRole('option', { name: 'Ada Lovelace' }));
	await fireEvent.change(screen.getByLabelText(securityTexts['filter.actor'].en), { target: { value: 'mem_1' } });
	await fireEvent.input(screen.getByLabelText(securityTexts['filter.until'].en), { target: { value: '2027-09-01' } });
	await until(() => {
		const query = test.server.to('GET /v1/organization/security-log').at(-1)!.query;
		if (query.get('action') !== 'key_created' || query.get('actor') !== 'mem_1') throw new Error(query.toString());
		if (query.get('until') !== new Date('2027-09-02T00:00').toISOString()) throw new Error(query.toString());
	});
});
