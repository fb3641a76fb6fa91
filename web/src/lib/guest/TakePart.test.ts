import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import { checkout as texts } from '$lib/translations/checkout';
import { core } from '$lib/translations/core';
import { guest } from '$lib/translations/guest';
import { event, order, tier } from '$lib/testing/fixtures';
import { serve, until } from '$lib/testing/page';
import { answer, type Answer } from '$lib/testing/server';
import TakePart from './TakePart.svelte';

const test = serve();
const now = Date.parse('2030-05-01T12:00:00Z');

beforeEach(async () => {
	await Promise.all([texts.load(), core.load(), guest.load()]);
});

it('shows what was ordered last, though the page learns before the answer comes that nothing is left', async () => {
	let answered: (a: Answer) => void = () => undefined;
	test.server.on('POST /v1/events/{event_id}/orders', () => new Promise<Answer>((done) => (answered = done)));
	const { rerender } = render(TakePart, { event: event(), phase: 'open', now, changed: vi.fn() });
	await until(() => expect(screen.getByRole('form', { name: texts('buy.title') })).toBeTruthy());
	await fireEvent.click(screen.getByRole('button', { name: texts('buy.more', { tier: 'General' }) }));
	await fireEvent.input(screen.getByLabelText(guest('join.name')), { target: { value: 'Ada' } });
	await fireEvent.input(screen.getByLabelText(guest('join.email')), { target: { value: 'ada@example.org' } });
	await fireEvent.submit(screen.getByRole('form', { name: texts('buy.title') }));
	await until(() => expect(test.server.requests).toHaveLength(1));

	await rerender({ event: event({ tiers: [tier({ available: 0 })] }), phase: 'full' });
	answered(answer({ ...order({ status: 'confirmed', total: 0 }), payment_url: undefined, ledger_seq: 12 }, 201));
	await until(() => expect(screen.getByRole('heading', { name: texts('buy.done') })).toBeTruthy());
});
