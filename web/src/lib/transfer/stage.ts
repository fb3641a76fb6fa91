import type { Schema } from '$lib/api/client';

/** What the page of a transfer is about, for its reader. */
export type Stage =
	| 'take'
	| 'mine'
	| 'gone'
	| 'declined'
	| 'cancelled'
	| 'void'
	| 'ended'
	| 'eventCancelled'
	| 'eventOver'
	| 'giving.offered'
	| 'giving.accepted'
	| 'giving.declined'
	| 'giving.cancelled';

export function stageOf(transfer: Schema['Transfer'], event: Schema['Event'], ticket: Schema['Ticket'] | undefined, now: number): Stage {
	if (event.status === 'cancelled') return 'eventCancelled';
	if (now >= Date.parse(event.ends_at)) return 'eventOver';
	const giving = transfer.role !== 'to';
	if (transfer.void && transfer.status === 'offered') return 'void';
	if (transfer.void && transfer.status === 'accepted' && !giving) return 'ended';
	if (giving) return `giving.${transfer.status}`;
	switch (transfer.status) {
		case 'offered':
			return 'take';
		case 'accepted':
			return ticket ? 'mine' : 'gone';
		default:
			return transfer.status;
	}
}
