import type { Schema } from '$lib/api/client';

/** Where a ticket can be downloaded to keep. */
export interface Keeping {
	pdf: string;
	apple?: string;
	/** A path that leads to Google, or `ask` when the API has to be asked for the address. */
	google?: string;
}

/**
 * Where a ticket can be downloaded, on a page: below the page of the link of an order or a
 * transfer, which a browser can open without credentials, or from the API for the signed-in account.
 * Other links lead to no files.
 */
export function keeping(ticket: Schema['Ticket'], path: string, token?: string): Keeping | undefined {
	if (!ticket.pdf) return undefined;
	if (!token) return { pdf: ticket.pdf, apple: ticket.apple_pass, google: ticket.google_wallet && 'ask' };
	// One that somebody sent is alone behind its link.
	if (path.startsWith('/t/'))
		return {
			pdf: `/t/${token}/ticket.pdf`,
			apple: ticket.apple_pass && `/t/${token}/pass.pkpass`,
			google: ticket.google_wallet && `/t/${token}/google-wallet`
		};
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

/** Where the receipt of an order can be downloaded, by the same rule. */
export function receiptOf(order: Schema['Order'], path: string, token?: string): string | undefined {
	if (order.kind !== 'order' || !order.paid) return undefined;
	if (!token) return `/v1/orders/${order.id}/receipt.pdf`;
	return path.startsWith('/r/') ? `/r/${token}/receipt.pdf` : undefined;
}

/** Where an invoice or a credit note of an order can be downloaded, by the same rule. */
export function invoiceOf(order: Schema['Order'], invoice: string, ending: 'pdf' | 'xml', path: string, token?: string): string | undefined {
	if (!token) return `/v1/orders/${order.id}/invoices/${invoice}/document.${ending}`;
	return path.startsWith('/r/') ? `/r/${token}/invoices/${invoice}/document.${ending}` : undefined;
}
