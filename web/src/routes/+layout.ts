import { language } from '$lib/i18n/language.svelte';
import { core } from '$lib/translations/core';

// The server knows nothing of components: it fills the shell in by itself.
export const ssr = false;
export const prerender = false;

export async function load() {
	document.documentElement.lang = language.current;
	await core.load();
}
