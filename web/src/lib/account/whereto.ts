import type { Me } from '$lib/session.svelte';

// The link in a mail, and the way back from a provider, do not say where somebody wanted to go:
// the browser remembers it.
const stored = 'signing-in-to';

/** Remembers where to go once somebody is signed in. */
export function remember(to: string | null): void {
	try {
		localStorage.setItem(stored, to ?? '');
	} catch {
		// Storage is closed to us: then it is the first page.
	}
}

function recall(): string {
	try {
		const to = localStorage.getItem(stored) ?? '';
		localStorage.removeItem(stored);
		return to;
	} catch {
		return '';
	}
}

/** Where to go then: a path of ours, never another site. */
export function whereto(me: Me, to: string | null = null): string {
	const path = to ?? recall();
	if (/^\/(?![/\\])/.test(path)) return path;
	return me.memberships.length ? '/manage' : '/me';
}
