import { ask } from './asking.svelte';
import type { Challenge } from './solve';
import type { Outcome, Widget } from './widget';
import { working } from './working.svelte';

type Send = (request: Request) => Promise<Response>;

/** What the server asks: our own proof of work, or what a company asks. */
type Asked = ({ kind: 'proof_of_work' } & Challenge) | Widget;

/** How questions are answered; tests have ways of their own. */
export interface Ways {
	solve: (challenge: Challenge) => Promise<string>;
	ask: (widget: Widget, stuck: boolean) => Promise<Outcome>;
}

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

/** Where the challenge for a call is available; undefined: it is asked for none. */
export function challengeFor(url: string): string | undefined {
	const [, event, call] = /^(\/v1\/events\/[^/]+)\/(.+)$/.exec(new URL(url).pathname) ?? [];
	const purpose = purposes.find(([path]) => path.test(call ?? ''))?.[1];
	return purpose && new URL(`${event}/challenges/${purpose}`, url).href;
}

/**
 * A fetch that answers what the server asks strangers, by work or by asking the person, and sends the request again with the
 * answer. Whoever calls it only waits longer.
 */
export function answering(send: Send, ways: Partial<Ways> = {}): Send {
	return async (request) => {
		const from = request.method === 'GET' ? undefined : challengeFor(request.url);
		if (!from) return send(request);
		let next = request.clone();
		let got = await send(request);
		for (let n = 0; n < tries && (await asks(got)); n++) {
			const question = (query = '') =>
				send(new Request(from + query, { signal: next.signal, headers: { 'Accept-Language': next.headers.get('Accept-Language') ?? 'en' } }));
			const answer = await answered(question, { solve: solved, ask, ...ways });
			if (answer === undefined) return got;
			if (answer instanceof Response) return answer;
			const again = next.clone();
			next.headers.set(header, answer);
			got = await send(next);
			next = again;
		}
		return got;
	};
}

/**
 * The answer to what the server asks; a Response: there is nothing to answer at the moment; undefined: the person wants to
 * answer nothing. What a company asks may not come: then the server is told, which may ask for work instead.
 */
async function answered(question: (query?: string) => Promise<Response>, ways: Ways): Promise<string | Response | undefined> {
	let response = await question();
	for (let stuck = false; response.ok; stuck = true) {
		const what = (await response.json()) as Asked;
		if (what.kind === 'proof_of_work') return ways.solve(what);
		const outcome = await ways.ask(what, stuck);
		if (outcome === 'cancelled') return undefined;
		if (outcome !== 'failed') return outcome.token;
		response = await question('?widget=failed');
	}
	return response;
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
async function solved({ parameters, signature }: Challenge): Promise<string> {
	const challenge = { parameters, signature };
	working.set(0);
	try {
		const [{ solveInWorkers }, { answerOf }] = await Promise.all([import('./workers'), import('./solve')]);
		return answerOf(challenge, await solveInWorkers(challenge.parameters, working.set));
	} finally {
		working.set(undefined);
	}
}
