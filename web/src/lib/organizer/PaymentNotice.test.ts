import { render, screen } from '@testing-library/svelte';
import { beforeEach, expect, it } from 'vitest';
import type { Schema } from '$lib/api/client';
import { session } from '$lib/session.svelte';
import { core } from '$lib/translations/core';
import { organizer } from '$lib/translations/organizer';
import organizerTexts from '$lib/translations/organizer.json';
import { languages, reading, serve, speak, until } from '$lib/testing/page';
import PaymentNotice from './PaymentNotice.svelte';

const test = serve();
const organization = { id: 'org_1', name: 'Kulturhaus', color: '' };
const asked = 'GET /v1/organization';

function member(role: Schema['Membership']['role']) {
	session.set({
		kind: 'person',
		setup_required: false,
		may_create_organization: false,
		account: { id: 'acc_1', email: 'ada@example.org', name: 'Ada', locale: 'en', suggestions: true },
		memberships: [{ organization, role, passkey_required: false, oidc_required: false }]
	});
}

beforeEach(async () => {
	await Promise.all([core.load(), organizer.load()]);
	test.server.on(asked, {
		...organization,
		passkey_required: false,
		oidc_required: false,
		mail: 'server',
		websites: [],
		payment_providers_denied: ['stripe'],
		refunds_failed: 12,
		resource_decisions: [{ resource_key: 'harbour-tables', name: 'Old Harbour', offers: 3, since: '2027-06-01T08:00:00Z' }]
	});
});

it.each(languages)('names the provider that denies access to organizers (%s)', async (l) => {
	await speak(l);
	member('owner');
	render(PaymentNotice);
	const words = reading(organizerTexts, l);
	await until(() => screen.getByText(words('provider.denied', { name: 'Stripe' })));
	screen.getByText(words('provider.denied.text'));
	screen.getByText(words('refunds.failed', { n: 12 }));
	expect(screen.getByRole('link', { name: words('refunds.look') }).getAttribute('href')).toBe('/manage/refunds');
	screen.getByText(words('decisions', { n: 3, name: 'Old Harbour' }));
	screen.getByText(words('decisions.text'));
	expect(screen.getByRole('link', { name: `${words('decisions.look')} Old Harbour` }).getAttribute('href')).toBe('/manage/resources/harbour-tables');
});

it('asks and tells nothing where somebody only looks', async () => {
	member('viewer');
	const { container } = render(PaymentNotice);
	// Anyone who comes after is told, and by then the first would have been.
	member('organizer');
	const after = render(PaymentNotice);
	await until(() => expect(after.container.textContent).toContain('Stripe'));
	expect(test.server.to(asked)).toHaveLength(1);
	expect(container.textContent?.trim()).toBe('');
});
