import { api, take } from '$lib/api/client';

/** More than that is not fetched by a page: there are programs for it. */
export const most = 200_000;
const together = 5000;

/**
 * A draw as one file, of its public addresses: what package draw checks. told is told how much of it is there, from 0 to
 * 1.
 */
export async function drawFile(event: string, told: (part: number) => void): Promise<string> {
	const path = { event_id: event };
	const draw = await take(api.GET('/v1/events/{event_id}/draw', { params: { path } }));
	const lines = [JSON.stringify(draw)];
	const all = draw.entrants + draw.struck;
	for (const address of ['/v1/events/{event_id}/draw/leaves', '/v1/events/{event_id}/draw/struck'] as const) {
		for (let from: number | null | undefined = 0; typeof from === 'number';) {
			const query: { from: number; limit: number } = { from, limit: together };
			const page: { items: string[]; next: number | null } = await take(api.GET(address, { params: { path, query } }));
			for (const text of page.items) lines.push(JSON.stringify(text));
			told(all ? (lines.length - 1) / all : 1);
			from = page.next;
		}
	}
	return lines.join('\n');
}
