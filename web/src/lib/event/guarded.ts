import type { Schema } from '$lib/api/client';

/** Whether nobody takes part in an event without a pass of its waiting room, by the phase of that. */
export function guards(phase: Schema['WaitingRoom']['phase'] | undefined): boolean {
	return phase !== undefined && phase !== 'announced' && phase !== 'closed';
}
