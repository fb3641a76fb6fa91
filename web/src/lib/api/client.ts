import createClient from 'openapi-fetch';
import type { components, paths } from './schema';
import { credentials } from '$lib/framed';
import { answering } from '$lib/challenge/answering';
import { refusals } from '$lib/translations/refusals';
import { visitFor } from '$lib/visits';
import { learn, passFor } from '$lib/waitingplace';
import { Problem, problemFrom, problemOf } from './problem';

export { Problem, problemFrom };
export type Schema = components['schemas'];

/** How long an answer may take before we say that there is no network. */
const patience = 20_000;

/**
 * A fetch that gives up after so many milliseconds, the body included, and
 * before that when the request's own signal says so: each request has one, even
 * when nobody has given it any. (AbortSignal.any is too new for some phones.)
 */
export function within(ms: number): (request: Request) => Promise<Response> {
	return (request) => {
		const ending = new AbortController();
		for (const signal of [request.signal, AbortSignal.timeout(ms)]) {
			const end = () => ending.abort(signal.reason);
			if (signal.aborted) end();
			else signal.addEventListener('abort', end);
		}
		return fetch(request, { signal: ending.signal });
	};
}

/**
 * A client of the API. `link` is the token of a signed link: then the client
 * acts for the person whom the link was sent to, else for whoever is signed in,
 * else for the public. `wait` is how long an answer may take, in ms.
 */
export function client(link?: string, wait = patience) {
	const api = createClient<paths>({
		baseUrl: '/',
		credentials,
		fetch: answering(within(wait))
	});
	api.use({
		async onRequest({ request }) {
			const key = request.headers.get('Idempotency-Key');
			if (key) request.headers.set('Idempotency-Key', `${key}-${fingerprint(await request.clone().text())}`);
			if (link) request.headers.set('Authorization', `Bearer ${link}`);
			// Whoever was let in from a waiting room shows the pass with whatever takes part.
			const pass = request.method === 'GET' ? undefined : passFor(request.url);
			if (pass) request.headers.set('Holdfast-Pass', pass);
			const visit = request.method === 'GET' ? undefined : await visitFor(request.url);
			if (visit) request.headers.set('Holdfast-Visit', visit);
			request.headers.set('Accept-Language', document.documentElement.lang || 'en');
			return request;
		},
		async onResponse({ request, response }) {
			if (request.headers.has('Holdfast-Pass')) await learn(request.url, response.clone());
		}
	});
	return api;
}

/** The client of whoever sits in front of the screen. */
export const api = client();

interface Answer<T> {
	data?: T;
	error?: unknown;
	response: Response;
}

/** Waits for an answer and returns its body, or throws a Problem that can be explained. */
export async function take<T>(answer: Promise<Answer<T>>): Promise<T> {
	let got: Answer<T>;
	try {
		got = await answer;
	} catch (thrown) {
		throw problemFrom(thrown);
	}
	if (!got.response.ok) {
		// Without its words a problem is said in general ones.
		await refusals.load().catch(() => undefined);
		throw problemOf(got.error, got.response);
	}
	return got.data as T;
}

/**
 * A key that makes a repetition of the same intent harmless: sent as
 * Idempotency-Key, with a fingerprint of the body, because a key belongs to one body:
 * a form that somebody edits when no answer came is sent and not refused. Make one for
 * each thing that a person wants, not for each attempt. (crypto.randomUUID exists on
 * https only.)
 */
export function intent(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	return Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
}

/** Tells texts apart, in 16 hexadecimal digits. It is not proof of anything: crypto.subtle exists on https only. */
function fingerprint(text: string): string {
	let a = 0x811c9dc5;
	let b = 0x9e3779b1;
	for (let i = 0; i < text.length; i++) {
		const c = text.charCodeAt(i);
		a = Math.imul(a ^ c, 0x01000193);
		b = Math.imul(b ^ c, 0x85ebca6b);
		b = (b << 13) | (b >>> 19);
	}
	return [a, b].map((n) => (n >>> 0).toString(16).padStart(8, '0')).join('');
}
