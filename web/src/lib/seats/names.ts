import { take, type client } from '$lib/api/client';
import { placeOf, planOf } from './plan';

/** Says the names of an event's seats by their ids: "Stalls, A 12". */
export async function seatNames(api: ReturnType<typeof client>, event: string): Promise<(id: string) => string | undefined> {
	const plan = planOf(await take(api.GET('/v1/events/{event_id}/seats/layout', { params: { path: { event_id: event } } })));
	return (id) => {
		const seat = plan.index(id);
		if (!(seat >= 0 && seat < plan.count)) return undefined;
		const place = placeOf(plan, seat);
		return `${place.section}, ${place.row} ${place.number}`;
	};
}
