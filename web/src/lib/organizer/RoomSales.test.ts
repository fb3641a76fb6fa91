import { render, screen } from '@testing-library/svelte';
import { beforeEach, expect, it } from 'vitest';
import { event } from '$lib/testing/fixtures';
import { serve, until } from '$lib/testing/page';
import { answer, refusal } from '$lib/testing/server';
import { language } from '$lib/i18n/language.svelte';
import { session } from '$lib/session.svelte';
import { core } from '$lib/translations/core';
import { organizer } from '$lib/translations/organizer';
import { takers as t } from '$lib/translations/takers';
import RoomSales from './RoomSales.svelte';

const test = serve();
/** The number in the language of the page, which a test before this one may have chosen. */
const many = () => new Intl.NumberFormat(language.locale).format(1812);
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
		memberships: [{ organization: { id: 'org_1', name: 'Kulturhaus', color: '' }, role: 'owner', passkey_required: false, oidc_required: false }]
	});
	test.server.on('GET /v1/events/{event_id}/figures', () => refusal(404, 'not_found'));
});

it('says how often people were refused on all servers', async () => {
	refused(true);
	render(RoomSales, { event: event() as never });
	await until(() => screen.getByText(many()));
	screen.getByText(t('refused.soldOut'));
	expect(screen.queryByText(t('refused.about.text'), { exact: false })).toBeNull();
});

it('says about how often while other servers count', async () => {
	refused(false);
	render(RoomSales, { event: event() as never });
	await until(() => screen.getByText(t('refused.about', { n: many() })));
	await until(() => screen.getByText(t('refused.about.text'), { exact: false }));
});
