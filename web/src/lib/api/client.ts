import createClient from 'openapi-fetch';
import type { components, paths } from './schema';
import { refusals } from '$lib/words/refusals';
import { Problem, problemFrom, problemOf } from './problem';

export { Problem, problemFrom };
export type Schema = components['schemas'];

/** How long an answer may take before we say that there is no network. */
const patience = 20_000;

/**
 * A client of the API. `link` is the token of a signed link: then the client
 * acts for the person whom the link was sent to, else for whoever is signed in,
 * else for the public.
 */
export function client(link?: string) {
	const api = createClient<paths>({
		baseUrl: '/',
		credentials: 'same-origin',
		fetch: (request) => fetch(new Request(request, { signal: request.signal ?? AbortSignal.timeout(patience) }))
	});
	api.use({
		onRequest({ request }) {
			if (link) request.headers.set('Authorization', `Bearer ${link}`);
			request.headers.set('Accept-Language', document.documentElement.lang || 'en');
			return request;
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
 * Idempotency-Key. Make one for each thing that a person wants, not for each
 * attempt. (crypto.randomUUID exists on https only.)
 */
export function intent(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	return Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
}
