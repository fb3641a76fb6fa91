import { render, screen } from '@testing-library/svelte';
import { beforeEach, expect, it } from 'vitest';
import type { Schema } from '$lib/api/client';
import { session } from '$lib/session.svelte';
import { core } from '$lib/translations/core';
import { organizer } from '$lib/translations/organizer';
import organizerTexts from '$lib/translations/organizer.json';
import { event } from '$lib/testing/fixtures';
import { languages, reading, speak } from '$lib/testing/page';
import WayToPay from './WayToPay.svelte';

const organization = { id: 'org_1', name: 'Kulturhaus', color: '' };

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
});

const links = () => screen.queryAllByRole('link').map((a) => a.getAttribute('href'));

it.each(languages)('leads those who may to where ways to pay are set up (%s)', async (l) => {
	await speak(l);
	const words = reading(organizerTexts, l);
	const priced = { ...event(), id: 'evt_1', warnings: ['no_way_to_pay' as const] };
	member('owner');
	const first = render(WayToPay, { event: priced });
	screen.getByText(words('event.noWayToPay'));
	expect(links()).toEqual(['/manage/payments', '/manage/bank', '/manage/events/evt_1/edit']);
	first.unmount();
	member('organizer');
	const second = render(WayToPay, { event: priced });
	screen.getByText(words('event.noWayToPay.ask'));
	expect(links()).toEqual(['/manage/events/evt_1/edit']);
	second.unmount();
});

it('says nothing of an event that can be paid', () => {
	member('owner');
	const { container } = render(WayToPay, { event: event() });
	expect(container.textContent?.trim()).toBe('');
});
