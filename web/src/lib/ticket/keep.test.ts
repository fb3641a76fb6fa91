// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { Schema } from '$lib/api/client';
import { keeping, invoiceOf, receiptOf, wallets } from './keep';

const ticket = {
	id: 'tkt_1',
	pdf: '/v1/tickets/tkt_1/ticket.pdf',
	apple_pass: '/v1/tickets/tkt_1/pass.pkpass',
	google_wallet: '/v1/tickets/tkt_1/google-wallet'
} as Schema['Ticket'];

describe('keeping a ticket', () => {
	it('goes by the link that one came with', () => {
		expect(keeping(ticket, '/r/hl_x', 'hl_x')).toEqual({
			pdf: '/r/hl_x/tickets.pdf',
			apple: '/r/hl_x/tkt_1/pass.pkpass',
			google: '/r/hl_x/tkt_1/google-wallet'
		});
	});
	it('goes by the link of a ticket that somebody sent', () => {
		expect(keeping(ticket, '/t/hl_x', 'hl_x')).toEqual({ pdf: '/t/hl_x/ticket.pdf', apple: '/t/hl_x/pass.pkpass', google: '/t/hl_x/google-wallet' });
	});
	it('has the receipt of what was paid', () => {
		const order = { id: 'ord_1', kind: 'order', paid: 2400 } as Schema['Order'];
		expect(receiptOf(order, '/r/hl_x', 'hl_x')).toBe('/r/hl_x/receipt.pdf');
		expect(invoiceOf(order, 'ivc_1', 'pdf', '/r/hl_x', 'hl_x')).toBe('/r/hl_x/invoices/ivc_1/document.pdf');
		expect(invoiceOf(order, 'ivc_1', 'xml', '/me/orders/ord_1')).toBe('/v1/orders/ord_1/invoices/ivc_1/document.xml');
		expect(invoiceOf(order, 'ivc_1', 'pdf', '/o/hl_x', 'hl_x')).toBeUndefined();
		expect(receiptOf(order, '/me/orders/ord_1')).toBe('/v1/orders/ord_1/receipt.pdf');
		expect(receiptOf({ ...order, paid: 0 }, '/r/hl_x', 'hl_x')).toBeUndefined();
		expect(receiptOf({ ...order, kind: 'registration' }, '/r/hl_x', 'hl_x')).toBeUndefined();
	});
	it('goes by the session of the signed-in account', () => {
		expect(keeping(ticket, '/me/orders/ord_1')).toEqual({ pdf: ticket.pdf, apple: ticket.apple_pass, google: 'ask' });
	});
	it('is not offered where nothing would come of it', () => {
		expect(keeping(ticket, '/o/hl_x', 'hl_x')).toBeUndefined();
		expect(keeping({ ...ticket, pdf: undefined }, '/r/hl_x', 'hl_x')).toBeUndefined();
		const plain = keeping({ ...ticket, apple_pass: undefined, google_wallet: undefined }, '/r/hl_x', 'hl_x');
		expect([plain?.apple, plain?.google]).toEqual([undefined, undefined]);
	});
	it('offers the wallet of the telephone at hand', () => {
		expect(wallets('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)')).toEqual({ apple: true, google: false });
		expect(wallets('Mozilla/5.0 (Linux; Android 16)')).toEqual({ apple: false, google: true });
		expect(wallets('Mozilla/5.0 (X11; Linux x86_64)')).toEqual({ apple: true, google: true });
	});
});
