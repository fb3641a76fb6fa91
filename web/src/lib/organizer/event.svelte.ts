import { Problem, take, type Schema } from '$lib/api/client';
import { phaseOf, type Event, type Phase } from '$lib/event/event';
import { following } from '$lib/live';
import { refreshing, resource, type Resource } from '$lib/resource.svelte';
import { api, desk, roleIn } from './organization.svelte';

export type { Event };
export type Tier = Schema['Tier'];

/** The status of an event, for those who run it. */
export type Standing = Phase | 'now';

/** As phaseOf, and whether it is going on. */
export function standingOf(event: Event, now: number): Standing {
	const phase = phaseOf(event, now);
	const going = event.status === 'published' && now >= Date.parse(event.starts_at) && now < Date.parse(event.ends_at);
	return going ? 'now' : phase;
}

/** How often the event is asked for beside the stream, which may be cut off, in ms. */
const refresh = 30_000;

interface Opened {
	id: string;
	event: Resource<Event>;
}

let current = $state.raw<Opened>();

async function read(id: string): Promise<Event> {
	const event = await take(api.GET('/v1/events/{event_id}', { params: { path: { event_id: id } } }));
	// Everybody can read a published event; its pages here are for those who run it.
	if (!desk.memberships.some((m) => m.organization.id === event.organization.id && roleIn(m, id) !== 'events')) throw new Problem('not_found', 404);
	// They are the organization's that runs it, whatever was chosen before.
	desk.choose(event.organization.id);
	return event;
}

/**
 * The event whose pages are open: the layout of its pages opens it, and every
 * page and the navigation read it.
 */
export const managed = {
	get id(): string {
		return current?.id ?? '';
	},
	/** The event as it was last read; it changes while somebody looks. */
	get event(): Event | undefined {
		return current?.event.data;
	},
	get problem(): Problem | undefined {
		return current?.event.problem;
	},
	/** Reads it again: after a change, before the stream says so. */
	async reload(): Promise<void> {
		await current?.event.reload();
	},
	/** Puts what the answer to a change said. */
	set(event: Event): void {
		if (current?.id === event.id) current.event.set(event);
	},
	/** Begins with an event and follows it; returns how to stop. */
	open(id: string): () => void {
		const opened: Opened = { id, event: resource(() => read(id)) };
		current = opened;
		desk.enter(id);
		const reload = () => void opened.event.reload();
		const stop = refreshing(reload, refresh);
		const live = following(id, reload);
		return () => {
			stop();
			live();
			if (current !== opened) return;
			current = undefined;
			desk.enter('');
		};
	}
};
