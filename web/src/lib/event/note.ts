import type { Schema } from '$lib/api/client';
import { guest } from '$lib/translations/guest';
import { few } from './event';

/** What is left of an event in a list, and the classes of its badge; undefined: enough. */
export function noteOf(event: Schema['PublicEvent']): { text: string; tone: string } | undefined {
	const free = event.waiting > 0 && event.capacity !== null ? 0 : event.available;
	if (event.status === 'postponed') return { text: guest('event.postponed'), tone: 'bg-sun-wash text-sun' };
	if (!event.registration_open) return { text: guest('event.closed'), tone: 'bg-sunken text-soft' };
	if (free === 0 && event.waitlist_open) return { text: guest('card.waitlist'), tone: 'bg-sun-wash text-sun' };
	if (free === 0) return { text: guest('event.soldOut'), tone: 'bg-sunken text-soft' };
	if (free <= few) return { text: guest('home.left', { n: free }), tone: 'bg-sun-wash text-sun' };
	return undefined;
}
