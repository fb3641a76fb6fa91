import { fireEvent, render, screen } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { beforeEach, expect, it } from 'vitest';
import { listing } from '$lib/listing.svelte';
import { languages, reading, serve, speak, until } from '$lib/testing/page';
import { core } from '$lib/translations/core';
import { organizer } from '$lib/translations/organizer';
import organizerTexts from '$lib/translations/organizer.json';
import { backoffice } from '$lib/translations/backoffice';
import More from './More.svelte';

serve();
beforeEach(async () => {
	await Promise.all([core.load(), organizer.load(), backoffice.load()]);
});
const text = (words: string) => createRawSnippet(() => ({ render: () => `<p>${words}</p>` }));

it.each(languages)('does not say that there is nothing while there is more to look through (%s)', async (l) => {
	await speak(l);
	const words = reading(organizerTexts, l);
	// A search may look through many people without finding one, and say where it is to go on.
	let asked = 0;
	const list = listing<string>(() => Promise.resolve(++asked <= 21 ? { items: [], next_cursor: `c${asked}` } : { items: asked === 22 ? ['Ada'] : [] }));
	await list.restart();
	expect(asked, 'empty pages are asked for by themselves').toBe(21);
	render(More, { list, empty: text('Nobody'), children: text('Ada') });
	expect(screen.getByRole('status').textContent).toBe(words('more.none'));
	expect(screen.queryByText('Nobody')).toBeNull();
	await fireEvent.click(screen.getByRole('button', { name: words('more.search') }));
	await until(() => screen.getByText('Ada'));
	expect(screen.queryByRole('button')).toBeNull();
});

it('says that there is nothing when all was looked through', async () => {
	const list = listing<string>(() => Promise.resolve({ items: [] }));
	await list.restart();
	render(More, { list, empty: text('Nobody'), children: text('Ada') });
	screen.getByText('Nobody');
	expect(screen.queryByRole('button')).toBeNull();
});
