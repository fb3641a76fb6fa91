import type { Schema } from '$lib/api/client';

/** Something that being erased would end. */
export interface Lost {
	id: string;
	what: 'registration' | 'waitlist' | 'offer';
	title: string;
	units: number;
}

/** What somebody would lose of what is still to come. */
export function ends(all: Schema['MyRegistration'][], now = Date.now()): Lost[] {
	const lost: Lost[] = [];
	for (const r of all) {
		if (new Date(r.event.ends_at).getTime() <= now || r.event.status === 'cancelled') continue;
		const title = r.event.title;
		if (r.order && ['confirmed', 'held', 'pending'].includes(r.order.status)) lost.push({ id: r.order.id, what: 'registration', title, units: r.order.units });
		if (r.entry?.status === 'waiting' || r.entry?.status === 'applied') lost.push({ id: r.entry.id, what: 'waitlist', title, units: r.entry.units });
		if (r.entry?.status === 'offered') lost.push({ id: r.entry.id, what: 'offer', title, units: r.entry.units });
	}
	return lost;
}
