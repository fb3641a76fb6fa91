import { challengeFor } from '$lib/challenge/answering';
import { credentials } from '$lib/framed';

/** When the pages of events were opened, as the server has signed it: a challenge costs the more the less is known of that. */
const opened = new Map<string, Promise<string | undefined>>();

/** Notes that somebody has opened a page on which they can take part in an event or wait for it, once as long as the tab is open. */
export function visiting(event: string): void {
	if (!opened.has(event)) opened.set(event, ask(event));
}

async function ask(event: string): Promise<string | undefined> {
	try {
		const got = await fetch(`/v1/events/${event}/visit`, { credentials });
		if (got.ok) return ((await got.json()) as { visit: string }).visit;
	} catch {
		// Without it somebody waits longer at most.
	}
	opened.delete(event);
	return undefined;
}

/** What a call shows of its page; undefined: it needs nothing, or there is nothing. */
export async function visitFor(url: string): Promise<string | undefined> {
	const of = challengeFor(url) && /\/v1\/events\/([^/]+)\//.exec(url)?.[1];
	return of ? opened.get(of) : undefined;
}
