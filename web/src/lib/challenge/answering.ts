import type { Challenge } from './solve';
import { working } from './working.svelte';

type Send = (request: Request) => Promise<Response>;

const header = 'Holdfast-Challenge';
/** Whoever needs longer than a challenge is good for gets another one, and that is that. */
const tries = 2;

/** Which call needs an answer for which purpose. */
const purposes: [RegExp, string][] = [
	[/^waiting-room:join$/, 'join'],
	[/^registrations$/, 'register'],
	[/^(orders|seats\/[^/]+\/reserve)$/, 'order'],
	[/^(waitlist:join|seats:wait|seats\/[^/]+\/waitlist)$/, 'waitlist']
];

/** Where the challenge for a call is to be had; undefined: it is asked for none. */
export function challengeFor(url: string): string | undefined {
	const [, event, call] = /^(\/v1\/events\/[^/]+)\/(.+)$/.exec(new URL(url).pathname) ?? [];
	const purpose = purposes.find(([path]) => path.test(call ?? ''))?.[1];
	return purpose && new URL(`${event}/challenges/${purpose}`, url).href;
}

/**
 * A fetch that does the work which the server asks strangers for while it is busy, and sends the request again with the
 * answer. Whoever calls it only waits longer.
 */
export function answering(send: Send, solve?: (challenge: Challenge) => Promise<string>): Send {
	return async (request) => {
		const from = request.method === 'GET' ? undefined : challengeFor(request.url);
		if (!from) return send(request);
		let next = request.clone();
		let got = await send(request);
		for (let n = 0; n < tries && (await asks(got)); n++) {
			const challenge = await send(new Request(from, { signal: next.signal, headers: { 'Accept-Language': next.headers.get('Accept-Language') ?? 'en' } }));
			if (!challenge.ok) return challenge;
			const again = next.clone();
			next.headers.set(header, await (solve ?? solved)((await challenge.json()) as Challenge));
			got = await send(next);
			next = again;
		}
		return got;
	};
}

/** Whether an answer asks for work, or for work anew. */
async function asks(got: Response): Promise<boolean> {
	if (got.status !== 403 && got.status !== 410) return false;
	const problem = (await got
		.clone()
		.json()
		.catch(() => undefined)) as { code?: string } | undefined;
	return problem?.code === 'challenge_required' || problem?.code === 'challenge_expired';
}

/** Solves a challenge and shows that. */
async function solved(challenge: Challenge): Promise<string> {
	working.set(0);
	try {
		const [{ solveInWorkers }, { answerOf }] = await Promise.all([import('./workers'), import('./solve')]);
		return answerOf(challenge, await solveInWorkers(challenge.parameters, working.set));
	} finally {
		working.set(undefined);
	}
}
