import type { Schema } from '$lib/api/client';

/** Where a ticket can be had to keep. */
export interface Keeping {
	pdf: string;
	apple?: string;
	/** A path that leads to Google, or `ask` when the API has to be asked for the address. */
	google?: string;
}

/**
 * Where a ticket can be had, on a page: below the page of an order's link, which
 * a browser can open without credentials, or from the API for who is signed in.
 * Other links lead to no files.
 */
export function keeping(ticket: Schema['Ticket'], path: string, token?: string): Keeping | undefined {
	if (!ticket.pdf) return undefined;
	if (!token) return { pdf: ticket.pdf, apple: ticket.apple_pass, google: ticket.google_wallet && 'ask' };
	if (!path.startsWith('/r/')) return undefined;
	const base = `/r/${token}`;
	return {
		pdf: `${base}/tickets.pdf`,
		apple: ticket.apple_pass && `${base}/${ticket.id}/pass.pkpass`,
		google: ticket.google_wallet && `${base}/${ticket.id}/google-wallet`
	};
}

/** Which wallets the device may have; both where it does not say. */
export function wallets(agent: string): { apple: boolean; google: boolean } {
	const android = /Android/.test(agent);
	const apple = /iPhone|iPad|iPod|Macintosh/.test(agent);
	return { apple: !android, google: !apple };
}
