import { core } from '$lib/translations/core';
import { guest } from '$lib/translations/guest';

// The server knows nothing of components: it fills the shell in by itself.
export const ssr = false;
export const prerender = false;

export async function load() {
	// One file has both.
	await Promise.all([core.load(), guest.load()]);
}
