import { take, type Schema } from '$lib/api/client';
import type { Key } from '$lib/change.svelte';
import { money } from '$lib/event/money';
import { api } from '$lib/organizer/organization.svelte';
import { calendar as t } from '$lib/translations/calendar';

export type AddOn = Schema['VenueAddOn'];
/** How many of which add-on somebody wants, as it is typed, in the order of the venue. */
export type Chosen = Record<string, string>;

export const units = ['piece', 'person', 'hour'] as const satisfies readonly AddOn['unit'][];

/** The add-ons of a venue. */
export const addOnsOf = async (venue: string): Promise<AddOn[]> =>
	(await take(api.GET('/v1/venues/{venue_id}/add-ons', { params: { path: { venue_id: venue } } }))).items;
export const createAddOn = (venue: string, body: Schema['NewAddOn'], header: Key) =>
	take(api.POST('/v1/venues/{venue_id}/add-ons', { params: { path: { venue_id: venue }, header }, body }));
export const changeAddOn = (id: string, body: Schema['AddOnChange']) =>
	take(api.PATCH('/v1/add-ons/{add_on_id}', { params: { path: { add_on_id: id } }, body }));
export const removeAddOn = (id: string) => take(api.DELETE('/v1/add-ons/{add_on_id}', { params: { path: { add_on_id: id } } }));
export const setAddOns = (id: string, add_ons: Schema['ChosenAddOn'][]) =>
	take(api.POST('/v1/bookings/{booking_id}:set-add-ons', { params: { path: { booking_id: id } }, body: { add_ons } }));

/** What one of it costs. */
export const priceOf = (a: Pick<AddOn, 'price' | 'currency' | 'unit'>): string =>
	a.price && a.currency ? t(`addon.per.${a.unit}`, { price: money(a.price, a.currency) }) : t('addon.free');

/** What a booking has beside rooms, each in a line: how many of what, what that comes to, and how long before the start it has to be chosen. */
export const addOnLines = (list: readonly Schema['BookedAddOn'][] | undefined, currency: string | undefined): string[] =>
	(list ?? []).map((a) =>
		[
			t('addon.line', { n: a.quantity, name: a.name }),
			a.amount && currency ? money(a.amount, currency) : '',
			a.lead_hours ? t('addon.lead', { n: a.lead_hours }) : ''
		]
			.filter(Boolean)
			.join(' · ')
	);

/** What was chosen, as the API takes it; those that are not wanted are left out. */
export const chosenOf = (chosen: Chosen): Schema['ChosenAddOn'][] =>
	Object.entries(chosen).flatMap(([add_on_id, text]) => (Number(text) > 0 ? [{ add_on_id, quantity: Number(text) }] : []));

/** Whether all that was typed are numbers. */
export const sound = (chosen: Chosen): boolean => Object.values(chosen).every((text) => /^\d*$/.test(text.trim()));
