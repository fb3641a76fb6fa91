import { client, Problem, take, type Schema } from '$lib/api/client';
import { goods } from '$lib/translations/goods';
import type { LinkTarget } from '$lib/embedded';
import { admits } from '$lib/event/event';
import { goodsOnly } from './goods';

/** All that a person's link shows: where they stand with an event. */
export interface Standing {
	event: Schema['Event'];
	kind: LinkTarget['kind'];
	offer?: Schema['Offer'];
	entry?: Schema['Entry'];
	order?: Schema['Order'];
	tickets: Schema['Ticket'][];
}

type Api = ReturnType<typeof client>;

/** Reads where a person stands. */
export async function readStanding(api: Api, link: LinkTarget): Promise<Standing> {
	const rest = read(api, link);
	// A signed link says which event it is about; of what one finds in a list, the thing itself does.
	const id = link.event_id ?? eventOf(await rest);
	const [event, r] = await Promise.all([take(api.GET('/v1/events/{event_id}', { params: { path: { event_id: id } } })), rest]);
	const standing = { ...r, event, kind: link.kind };
	// What lets nobody in is spoken of in words that others need not load.
	if (goodsOf(standing) || standing.tickets.some((t) => t.kind === 'add_on')) await goods.load();
	return standing;
}

/** Whether it is about goods: an order of nothing else, or an entry that waits for them. */
export function goodsOf(s: Standing): boolean {
	return s.order ? goodsOnly(s.order) : s.event.tiers.some((t) => t.id === s.entry?.tier_id && !admits(t));
}

function eventOf(r: Pick<Standing, 'offer' | 'entry' | 'order'>): string {
	return (r.order ?? r.entry ?? r.offer)!.event_id;
}

async function read(api: Api, link: LinkTarget): Promise<Omit<Standing, 'event' | 'kind'>> {
	switch (link.kind) {
		case 'transfer': // has a page of its own
			throw new Problem('invalid_link', 404);
		case 'order':
			return link.bearer ? { order: await readOrder(api, link.id), tickets: [] } : withTickets(api, { order: await readOrder(api, link.id) });
		case 'entry': {
			const entry = await readEntry(api, link.id);
			if (entry.status !== 'accepted' || !entry.person) return { entry, offer: entry.offer, tickets: [] };
			// What costs something may have to be paid yet: there is an order, and not a registration.
			if (entry.order_id) return withTickets(api, { entry, order: await readOrder(api, entry.order_id) });
			const registration = await take(
				api.GET('/v1/events/{event_id}/registrations/{user_id}', {
					params: { path: { event_id: entry.event_id, user_id: entry.person.user_id } }
				})
			);
			return withTickets(api, { entry, order: registration.order });
		}
		case 'offer': {
			const offer = await take(api.GET('/v1/offers/{offer_id}', { params: { path: { offer_id: link.id } } }));
			const [entry, order] = await Promise.all([readEntry(api, offer.entry_id), offer.status === 'accepted' ? readOrder(api, offer.order_id) : undefined]);
			return withTickets(api, { offer, entry, order });
		}
	}
}

const readEntry = (api: Api, id: string) => take(api.GET('/v1/waitlist/{entry_id}', { params: { path: { entry_id: id } } }));
const readOrder = (api: Api, id: string) => take(api.GET('/v1/orders/{order_id}', { params: { path: { order_id: id } } }));

async function withTickets(api: Api, s: Pick<Standing, 'offer' | 'entry' | 'order'>): Promise<Omit<Standing, 'event' | 'kind'>> {
	if (s.order?.status !== 'confirmed') return { ...s, tickets: [] };
	const list = await take(api.GET('/v1/orders/{order_id}/tickets', { params: { path: { order_id: s.order.id } } }));
	return { ...s, tickets: list.items };
}

/** A ticket that can be shown: nobody else holds it. */
export type Shown = Schema['Ticket'] & { qr_svg: string };

export function isShown(t: Schema['Ticket']): t is Shown {
	return t.qr_svg !== undefined;
}

/** A short code as people read it: two groups of five. */
export function shortCode(code: string): string {
	return `${code.slice(0, 5)}-${code.slice(5)}`;
}

/** What the page of a standing is about. */
export type View = 'cancelled' | 'over' | 'offer' | 'order' | 'place' | 'ended';

export function viewOf(s: Standing, now: number): View {
	if (s.event.status === 'cancelled') return 'cancelled';
	if (s.event.status !== 'postponed' && now >= Date.parse(s.event.ends_at)) return 'over';
	if (s.order) return 'order';
	if (s.offer?.status === 'open' && now < Date.parse(s.offer.expires_at)) return 'offer';
	if (s.entry?.status === 'waiting' || s.entry?.status === 'applied') return 'place';
	return 'ended';
}

/** The state that an ended offer or entry is told by, as the words name it. */
export function endingOf(s: Standing): `offer.${Schema['Offer']['status']}` | `entry.${Schema['Entry']['status'] | 'withdrawn' | 'unanswered'}` {
	if (s.offer) return `offer.${s.offer.status === 'open' ? 'expired' : s.offer.status}`;
	const entry = s.entry?.status ?? 'closed';
	if (s.event.approval && !s.entry?.approved_at) {
		// An application that was not approved.
		if (entry === 'left') return 'entry.withdrawn';
		if (entry === 'closed') return 'entry.unanswered';
	}
	return `entry.${entry}`;
}

/** Until when a person may cancel alone. */
export function cancellableUntil(e: Schema['Event']): number {
	return e.status === 'postponed' ? Infinity : Date.parse(e.cancellation_cutoff ?? e.ends_at);
}
