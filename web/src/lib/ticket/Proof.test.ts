import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '$lib/api/client';
import { core } from '$lib/translations/core';
import { guest } from '$lib/translations/guest';
import { event } from '$lib/testing/fixtures';
import { serve, until } from '$lib/testing/page';
import { answer, refusal } from '$lib/testing/server';
import Proof from './Proof.svelte';

const test = serve();
const proof = 'GET /v1/orders/{order_id}/proof';
const pending = () => refusal(503, 'log_pending', {}, { 'Retry-After': '1' });
const saved = vi.fn();
/** Every wait of the page, in ms; none is waited for. */
let waits: number[] = [];

beforeEach(async () => {
	await Promise.all([guest.load(), core.load()]);
	waits = [];
	saved.mockClear();
	URL.createObjectURL = (blob) => (saved(blob), 'blob:proof');
	URL.revokeObjectURL = () => undefined;
	vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
	const real = globalThis.setTimeout;
	vi.spyOn(globalThis, 'setTimeout').mockImplementation(((then: () => void, ms = 0) => {
		if (ms === 1000) waits.push(ms);
		return real(then, ms === 1000 ? 0 : ms);
	}) as typeof setTimeout);
});
afterEach(() => vi.restoreAllMocks());

async function ask() {
	render(Proof, { api, event: event(), order: 'ord_1' });
	await fireEvent.click(screen.getByRole('button', { name: guest('proof.get') }));
}

it('waits as long as the server says for a proof that the log does not have yet', async () => {
	let asked = 0;
	test.server.on(proof, () => (++asked < 3 ? pending() : answer('a proof')));
	await ask();
	await until(() => expect(saved).toHaveBeenCalledOnce());
	expect([asked, waits]).toEqual([3, [1000, 1000]]);
	expect(screen.queryByRole('alert')).toBeNull();
});

it('gives up after five times and says why', async () => {
	test.server.on(proof, pending);
	await ask();
	await until(() => screen.getByText(/isn’t in the log yet/));
	expect([test.server.to(proof).length, waits.length, saved.mock.calls.length]).toEqual([5, 4, 0]);
});

it('does not ask again for what was refused for good', async () => {
	test.server.on(proof, () => refusal(503, 'log_stopped', {}, { 'Retry-After': '1' }));
	await ask();
	await until(() => expect(screen.getByRole('button', { name: guest('proof.get') })).not.toHaveProperty('disabled', true));
	expect([test.server.to(proof).length, waits.length, saved.mock.calls.length]).toEqual([1, 0, 0]);
});

it('says that a proof was erased, and asks once', async () => {
	test.server.on(proof, () => refusal(410, 'proof_erased'));
	await ask();
	await until(() => screen.getByText(/the data of the person it’s about was erased/));
	expect([test.server.to(proof).length, waits.length, saved.mock.calls.length]).toEqual([1, 0, 0]);
});
