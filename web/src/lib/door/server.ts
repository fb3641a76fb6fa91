import { client, take, type Schema } from '$lib/api/client';
import { join, type Bundle } from './bundle';
import type { Kept, Send } from './queue';
import type { Station } from './shelf';
import type { Wish } from './rules';

export type Answer = Schema['Checkin'];
export type Attendance = Schema['Attendance'];
export type Double = Schema['DoubleAdmission'];
export type Found = Schema['FoundTickets'];

/** Roles that may stand at the door, and those that answer for it. */
export const atTheDoor = ['owner', 'organizer', 'box_office', 'door'];

/** Whether a member checks people in: in the organization, or in a single event. */
export const checksIn = (m: Schema['Membership']): boolean => atTheDoor.includes(m.role) || (m.events ?? []).some((e) => atTheDoor.includes(e.role));
export const supervisors = ['owner', 'organizer', 'box_office'];

/** How long a question that only the server can answer may take, in ms. */
export const patience = 8000;

/** What the door asks of the server, for one organization, or as a phone that has a token of its own. */
export class Server {
	readonly #api: ReturnType<typeof client>;
	/** How far the server's clock is ahead of ours, in ms; within a second or two it is taken as equal. */
	ahead = 0;

	constructor(org: string, token?: string) {
		this.#api = client(token);
		this.#api.use({
			onRequest: ({ request }) => {
				if (!token) request.headers.set('Holdfast-Organization', org);
				return request;
			},
			onResponse: ({ response }) => {
				const ahead = Date.parse(response.headers.get('Date') ?? '') - Date.now();
				if (!Number.isNaN(ahead)) this.ahead = Math.abs(ahead) < 5000 ? 0 : ahead;
			}
		});
	}

	checkIn(at: Station, device: string, scan: { id: string; wish: Wish; token?: string; ticket?: string; code?: string }, signal: AbortSignal): Promise<Answer> {
		return take(
			this.#api.POST('/v1/checkins', {
				signal,
				body: {
					event_id: at.event,
					list_id: at.list || undefined,
					gate: at.gate || undefined,
					device_id: device,
					scan_id: scan.id,
					direction: scan.wish === 'exit' ? 'exit' : undefined,
					token: scan.token,
					ticket_id: scan.ticket,
					short_code: scan.code
				}
			})
		);
	}

	override(at: Station, device: string, scan: string, ticket: string, reason: string): Promise<Answer> {
		return take(
			this.#api.POST('/v1/checkins:override', {
				signal: AbortSignal.timeout(patience),
				body: { event_id: at.event, list_id: at.list || undefined, gate: at.gate || undefined, device_id: device, scan_id: scan, ticket_id: ticket, reason }
			})
		);
	}

	find(at: Station, q: string): Promise<Found> {
		return take(
			this.#api.GET('/v1/events/{event_id}/tickets', {
				signal: AbortSignal.timeout(patience),
				params: { path: { event_id: at.event }, query: { q, list_id: at.list || undefined } }
			})
		);
	}

	attendance(at: Station, cursor?: string): Promise<Attendance> {
		return take(
			this.#api.GET('/v1/events/{event_id}/checkins', {
				signal: AbortSignal.timeout(patience),
				params: { path: { event_id: at.event }, query: { list_id: at.list || undefined, limit: 100, cursor } }
			})
		);
	}

	/** All double admissions of the list. */
	async doubles(at: Station, first: Attendance): Promise<Double[]> {
		const all = [...first.items];
		for (let next = first.next_cursor; next;) {
			const page = await this.attendance(at, next);
			all.push(...page.items);
			next = page.next_cursor;
		}
		return all;
	}

	/** The bundle of a list; undefined: it is the one that `have` is. */
	async bundle(event: string, list: string, have?: Bundle): Promise<Bundle | undefined> {
		// A sale between two pages makes them of different age: then once more.
		for (let attempt = 0; attempt < 5; attempt++) {
			const pages: Schema['Bundle'][] = [];
			let cursor: string | undefined;
			do {
				const page: Schema['Bundle'] = await take(
					this.#api.GET('/v1/events/{event_id}/checkin-bundle', {
						signal: AbortSignal.timeout(2 * patience),
						params: { path: { event_id: event }, query: { list_id: list || undefined, cursor } }
					})
				);
				if (have && page.as_of === have.asOf && have.list === list) return undefined;
				pages.push(page);
				cursor = page.next_cursor;
			} while (cursor && pages.at(-1)!.as_of === pages[0]!.as_of);
			const whole = join(pages, Date.now());
			if (whole) return whole;
		}
		return undefined;
	}

	/** Uses the code of a pass: the same key again gets the same answer. */
	redeem(code: string, key: string): Promise<Schema['RedeemedPass']> {
		return take(
			this.#api.POST('/v1/checkin-passes:redeem', {
				signal: AbortSignal.timeout(2 * patience),
				params: { header: { 'Idempotency-Key': key } },
				body: { code }
			})
		);
	}

	/** What this phone may do, by now. */
	pass(): Promise<Schema['PhonePass']> {
		return take(this.#api.GET('/v1/checkin-pass', { signal: AbortSignal.timeout(patience) }));
	}

	/** What is on, for staff at doors: not over for long, next first. */
	async events(): Promise<Schema['Event'][]> {
		const all: Schema['Event'][] = [];
		let cursor: string | undefined;
		do {
			const page: Schema['EventList'] = await take(
				this.#api.GET('/v1/events', { signal: AbortSignal.timeout(patience), params: { query: { limit: 100, cursor } } })
			);
			all.push(...page.items);
			cursor = page.next_cursor;
		} while (cursor);
		const over = Date.now() - 12 * 3_600_000;
		return all.filter((e) => e.status === 'published' && Date.parse(e.ends_at) > over).sort((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at));
	}

	async lists(event: string): Promise<Schema['List'][]> {
		const got = await take(
			this.#api.GET('/v1/events/{event_id}/checkin-lists', { signal: AbortSignal.timeout(patience), params: { path: { event_id: event } } })
		);
		return got.items;
	}

	/** Sends scans that were made without a network. */
	readonly send: Send = async (event: string, scans: readonly Kept[]) => {
		const got = await take(
			this.#api.POST('/v1/checkins:sync', {
				signal: AbortSignal.timeout(2 * patience),
				body: {
					event_id: event,
					device_id: scans[0]!.device,
					scans: scans.map((s) => ({
						scan_id: s.id,
						at: new Date(s.at).toISOString(),
						list_id: s.list || undefined,
						gate: s.gate || undefined,
						verdict: s.verdict,
						// The code where it is a ticket's: the server checks the signature again.
						token: s.ticket ? s.token : undefined,
						// Its short code was typed.
						ticket_id: s.ticket && !s.token ? s.ticket : undefined
					}))
				}
			})
		);
		return got.items;
	};
}
