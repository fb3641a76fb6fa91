import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, describe, expect, it } from 'vitest';
import { core } from '$lib/translations/core';
import { guest as texts } from '$lib/translations/guest';
import guestTexts from '$lib/translations/guest.json';
import refusalsTexts from '$lib/translations/refusals.json';
import { event, tier } from '$lib/testing/fixtures';
import { languages, reading, serve, speak, until } from '$lib/testing/page';
import { refusal } from '$lib/testing/server';
import Register from './Register.svelte';

const test = serve();

beforeEach(async () => {
	await Promise.all([texts.load(), core.load()]);
});

function show(of: Parameters<typeof event>[0], full = false) {
	render(Register, { event: event(of), full, changed: () => {} });
}
const submit = () => fireEvent.submit(screen.getByRole('form'));
async function fill() {
	await fireEvent.input(screen.getByLabelText(texts('join.name')), { target: { value: 'Ada' } });
	await fireEvent.input(screen.getByLabelText(texts('join.email')), { target: { value: 'ada@example.org' } });
}
const comes = (words: typeof texts) => fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${words('join.addGuest')}`) }));

describe('waiting for tickets that cost something', () => {
	it.each(languages)('says what each costs, and what all who come do (%s)', async (l) => {
		await speak(l);
		const words = reading(guestTexts, l) as typeof texts;
		const amount = { en: ['€20.00', '€40.00', '€70.00'], de: ['20,00 €', '40,00 €', '70,00 €'] }[l];
		const priced = (id: string, name: string, price: number) => tier({ id, name, price, unit_gross: price, available: 0 });
		show({ max_guests: 3, tiers: [priced('tir_a', 'Stalls', 2000), priced('tir_b', 'Circle', 3500)] }, true);
		expect(screen.getByRole('radio', { name: new RegExp(`^Stalls\\s*${amount[0]!.replace(' ', '\\s')}`) })).toBeTruthy();
		screen.getByText(words('join.price', { n: 1, amount: amount[0]! }));
		await comes(words);
		screen.getByText(words('join.price', { n: 2, amount: amount[1]! }));
		await fireEvent.click(screen.getByRole('radio', { name: /^Circle/ }));
		await until(() => screen.getByText(words('join.price', { n: 2, amount: amount[2]! })));
	});
});

describe('what is wrong', () => {
	const registrations = 'POST /v1/events/{event_id}/registrations';
	const free = (id: string, name: string) => tier({ id, name, price: 0, unit_gross: 0, unit_net: 0 });

	it('with a ticket goes when another is chosen', async () => {
		test.server.on(registrations, () => refusal(409, 'sale_not_open', { tier_id: 'sale_not_open' }));
		show({ tiers: [free('tir_a', 'Early'), free('tir_b', 'Late')] });
		await fill();
		await submit();
		await until(() => expect(screen.getByRole('alert').textContent?.trim()).toBe(refusalsTexts['problem.sale_not_open'].en));
		await fireEvent.click(screen.getByRole('radio', { name: /^Late/ }));
		expect(screen.queryByRole('alert')).toBeNull();
	});

	it('with how many come goes when they are more or fewer', async () => {
		test.server.on(registrations, () => refusal(422, 'guests_over_limit', { guests: 'guests_over_limit' }));
		show({ max_guests: 3, tiers: [free('tir_a', 'Early')] });
		await fill();
		await comes(texts);
		await fireEvent.input(screen.getByLabelText(texts('join.guestName', { n: 1 })), { target: { value: 'Grace' } });
		await submit();
		await until(() => screen.getByRole('alert'));
		await fireEvent.click(screen.getByRole('button', { name: texts('join.removeGuest', { n: 1 }) }));
		expect(screen.queryByRole('alert')).toBeNull();
	});
});
