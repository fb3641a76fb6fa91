import { take, type Schema, type client } from '$lib/api/client';
import { invoiceOf } from '$lib/ticket/keep';

/** What has invoices: an order, a booking of rooms, or a place on the waitlist of a resource. */
export interface Invoiced {
	documents: () => Promise<Schema['Invoice'][]>;
	/** Who it is to, and how that is changed; absent where nobody is asked. */
	billing?: () => Promise<Schema['Billing']>;
	bill?: (body: Schema['BillingIn']) => Promise<unknown>;
	/** Where a document is; undefined where it can only be named. */
	link: (v: Schema['Invoice'], ending: 'pdf' | 'xml') => string | undefined;
	/** Its invoice is about to come. */
	soon: boolean;
}

/** Who something is invoiced to, as it is typed. */
export type BillingDraft = Required<Schema['BillingIn']>;

/** What was said, to be typed on. */
export const draftOf = (b?: Schema['Billing']): BillingDraft => ({
	company: b?.company ?? '',
	street: b?.street ?? '',
	postal_code: b?.postal_code ?? '',
	city: b?.city ?? '',
	country: b?.country ?? '',
	vat_id: b?.vat_id ?? ''
});

/** What was typed, as it is sent. */
export const billingOf = (d: BillingDraft): Schema['BillingIn'] => ({
	...d,
	company: d.company.trim() || undefined,
	postal_code: d.postal_code.trim() || undefined,
	vat_id: d.vat_id.trim() || undefined
});

type Api = ReturnType<typeof client>;

/** The invoices of an order, on a page with this path and token. */
export function ofOrder(api: Api, order: Schema['Order'], pathname: string, token?: string): Invoiced {
	const params = { path: { order_id: order.id } };
	return {
		documents: async () => (await take(api.GET('/v1/orders/{order_id}/invoices', { params }))).items,
		billing: () => take(api.GET('/v1/orders/{order_id}/billing', { params })),
		bill: (body) => take(api.PUT('/v1/orders/{order_id}/billing', { params, body })),
		link: (v, ending) => invoiceOf(order, v.id, ending, pathname, token),
		soon: true
	};
}

/** The invoices of a booking, for the staff of its venue. */
export function ofBooking(api: Api, booking: string): Invoiced {
	const params = { path: { booking_id: booking } };
	return {
		documents: async () => (await take(api.GET('/v1/bookings/{booking_id}/invoices', { params }))).items,
		billing: () => take(api.GET('/v1/bookings/{booking_id}/billing', { params })),
		bill: (body) => take(api.PUT('/v1/bookings/{booking_id}/billing', { params, body })),
		link: (v, ending) => `/v1/bookings/${booking}/invoices/${v.id}/document.${ending}`,
		soon: false
	};
}

/** The invoices of the fee of a place on the waitlist of a resource, for staff. */
export function ofPlace(api: Api, entry: string): Invoiced {
	const params = { path: { resource_entry_id: entry } };
	return {
		documents: async () => (await take(api.GET('/v1/resource-entries/{resource_entry_id}/invoices', { params }))).items,
		billing: () => take(api.GET('/v1/resource-entries/{resource_entry_id}/billing', { params })),
		bill: (body) => take(api.PUT('/v1/resource-entries/{resource_entry_id}/billing', { params, body })),
		link: (v, ending) => `/v1/resource-entries/${entry}/invoices/${v.id}/document.${ending}`,
		soon: false
	};
}
