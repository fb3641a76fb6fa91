import type { client, Schema } from '$lib/api/client';
import { take } from '$lib/api/client';
import { answering } from '$lib/challenge/answering';
import { credentials } from '$lib/framed';
import { language } from '$lib/i18n/language.svelte';
import { download } from '$lib/ui/download';
import type { Question } from './asking';

// Files that questions are answered with: what is taken, sending one with its progress, and saving
// one. The server decides; what is looked at here spares people the wait.

type Client = ReturnType<typeof client>;

/** Where a file is sent to: as whom, and for which event. */
export interface Recipient {
	api: Client;
	event: string;
}

/** What the server takes at most, in bytes. */
const mostBytes = 10 << 20;

export const limitOf = (q: Question): number => q.max_bytes ?? mostBytes;

const types = { image: ['image/jpeg', 'image/png', 'image/webp', 'image/avif'], pdf: ['application/pdf'] } as const;

/** The media types that a question takes. */
export const typesOf = (q: Question): string[] => (q.accept?.length ? q.accept : (['image', 'pdf'] as const)).flatMap((m) => [...types[m]]);

/** What is wrong with a file before it is sent; undefined: nothing that can be seen here. */
export function wrongWith(q: Question, file: Pick<File, 'type' | 'size'>): 'type' | 'size' | undefined {
	if (!typesOf(q).includes(file.type)) return 'type';
	return file.size > limitOf(q) ? 'size' : undefined;
}

/** A size as people read it. */
export function sizeText(bytes: number): string {
	const large = bytes >= 1 << 20;
	const n = large ? Math.round((bytes * 10) / (1 << 20)) / 10 : Math.max(1, Math.round(bytes / 1024));
	return new Intl.NumberFormat(language.locale, { style: 'unit', unit: large ? 'megabyte' : 'kilobyte', unitDisplay: 'short' }).format(n);
}

/** Files by their ids, as long as the page is open: an answer that is sent has the id alone. */
const known = new Map<string, Schema['AnswerFile']>();
export const fileOf = (id: string | undefined): Schema['AnswerFile'] | undefined => (id ? known.get(id) : undefined);
export function remember(file: Schema['AnswerFile']): void {
	known.set(file.id, file);
}

/** A fetch that tells how much was sent: fetch itself cannot. */
function sending(progress: (part: number) => void): (request: Request) => Promise<Response> {
	return async (request) => {
		const body = await request.blob();
		return new Promise((done, failed) => {
			const call = new XMLHttpRequest();
			call.open(request.method, request.url);
			call.withCredentials = credentials !== 'omit';
			request.headers.forEach((value, name) => call.setRequestHeader(name, value));
			call.upload.onprogress = (e) => {
				if (e.lengthComputable) progress(e.loaded / e.total);
			};
			call.onload = () => {
				const headers = new Headers();
				for (const name of ['Content-Type', 'Retry-After']) {
					const value = call.getResponseHeader(name);
					if (value) headers.set(name, value);
				}
				done(new Response(call.responseText, { status: call.status, headers }));
			};
			call.onerror = () => failed(new TypeError('no answer'));
			call.onabort = () => failed(new DOMException('aborted', 'AbortError'));
			request.signal.addEventListener('abort', () => call.abort());
			call.send(body);
		});
	};
}

/** Sends a file to answer a question with; a Problem that can be explained is thrown. */
export async function send(to: Recipient, q: Question, file: File, progress: (part: number) => void, signal: AbortSignal): Promise<Schema['AnswerFile']> {
	const made = await take(
		to.api.POST('/v1/events/{event_id}/questions/{question_id}/files', {
			params: { path: { event_id: to.event, question_id: q.id }, query: { filename: file.name.slice(0, 200) } },
			body: file as unknown as string,
			bodySerializer: (b: unknown) => b as BodyInit,
			headers: { 'Content-Type': file.type },
			fetch: answering(sending(progress)),
			signal
		})
	);
	remember(made);
	return made;
}

/** Fetches the file of an answer and has the browser save it. */
export async function save(api: Client, thing: { order: string } | { entry: string }, file: Schema['AnswerFile']): Promise<void> {
	const got =
		'order' in thing
			? await take(api.GET('/v1/orders/{order_id}/files/{file_id}', { params: { path: { order_id: thing.order, file_id: file.id } }, parseAs: 'blob' }))
			: await take(api.GET('/v1/waitlist/{entry_id}/files/{file_id}', { params: { path: { entry_id: thing.entry, file_id: file.id } }, parseAs: 'blob' }));
	download(file.name, got as unknown as Blob);
}
