import type { Schema } from '$lib/api/client';

/** The terms of an on-sale as they are, to be sent with a change beside them. */
export function termsOf(o: Schema['Onsale']): Schema['OnsaleTerms'] {
	if (o.mode === 'open') return { mode: 'open', challenge: o.challenge };
	return {
		mode: o.mode,
		opens_at: o.opens_at,
		serves_at: o.serves_at,
		seals_at: o.seals_at,
		beacon: o.beacon,
		slots: o.slots,
		identity: o.identity,
		admission_seconds: o.admission_seconds || undefined,
		max_inside: o.max_inside || undefined,
		challenge: o.challenge
	};
}
