import { render, screen } from '@testing-library/svelte';
import { beforeEach, expect, it } from 'vitest';
import { event } from '$lib/testing/fixtures';
import { serve, until } from '$lib/testing/page';
import { answer, refusal } from '$lib/testing/server';
import { session } from '$lib/session.svelte';
import { core } from '$lib/translations/core';
import { organizer } from '$lib/translations/organizer';
import { takers as t } from '$lib/translations/takers';
import RoomSales from './RoomSales.svelte';

const test = serve();
const refused = (exact: boolean) =>
	test.server.on('GET /v1/events/{event_id}/refusals', () =>
		answer({ since: '2027-11-01T09:00:00Z', exact, items: [{ code: 'sold_out', count: 1812, latest_at: '2027-11-01T09:00:41Z' }] })
	);

beforeEach(async () => {
	await Promise.all([core.load(), organizer.load(), t.load()]);
	session.set({
		kind: 'person',
		setup_required: false,
		may_create_organization: false,
		account: { id: 'acc_1', email: 'ada@example.org', name: 'Ada', locale: 'en', suggestions: true },
		memberships: [{ organization: { id: 'org_1', name: 'Kulturhaus', color: '' }, role: 'owner', passkey_required: false }]
	});
	test.server.on('GET /v1/events/{event_id}/figures', () => refusal(404, 'not_found'));
});

it('says how often people were refused on all servers', async () => {
	refused(true);
	render(RoomSales, { event: event() as never });
	await until(() => screen.getByText(t('refused.soldOut')));
	screen.getByText('1,812');
	expect(screen.queryByText(t('refused.about.text'), { exact: false })).toBeNull();
});

it('says about how often while other servers count', async () => {
	refused(false);
	render(RoomSales, { event: event() as never });
	await until(() => screen.getByText(t('refused.about', { n: '1,812' })));
	screen.getByText(t('refused.about.text'), { exact: false });
});
