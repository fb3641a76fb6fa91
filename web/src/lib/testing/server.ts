import { answerDifferences, hasOperation, matchRequest, requestDifferences, schemaDifferences } from './contract';

/** A request as the stand-in got it. */
export interface Received {
	/** As the API's document names the operation: "POST /v1/orders/{order_id}:cancel". */
	name: string;
	path: Record<string, string>;
	query: URLSearchParams;
	key: string | undefined;
	body: Record<string, unknown>;
}
export interface Answer {
	status: number;
	body: unknown;
	headers?: Record<string, string>;
}
type Handler = (request: Received) => Answer | Promise<Answer>;

export const answer = (body: unknown, status = 200): Answer => ({ status, body });

/** An answer that refuses, as the API writes it; `fields` are the names of fields with what is wrong with each. */
export function refusal(status: number, code: string, fields: Record<string, string> = {}, headers?: Record<string, string>): Answer {
	const errors = Object.entries(fields).map(([field, c]) => ({ field, code: c, message: c }));
	const body = { type: `https://holdfast.invalid/problems/${code}`, title: code, status, code, ...(errors.length && { errors }) };
	return { status, body, ...(headers && { headers }) };
}

/**
 * A stand-in for the server in component tests. It is held to api/openapi.json:
 * what the API does not have, would refuse by its form or would never answer
 * fails the test, so that a page is not tested against an API that does not exist.
 */
export class Server {
	readonly requests: Received[] = [];
	/** What was wrong, on either side. */
	readonly faults: string[] = [];
	/** No request arrives. */
	unreachable = false;
	#handlers = new Map<string, Handler>();
	#streams = new Set<Stream>();
	#own = new Set<ReadableStreamDefaultController<Uint8Array>>();
	/** What each stream of a person was opened with. */
	readonly ownOpened: { query: URLSearchParams; link: string | null; last: string | null }[] = [];
	/** The status that streams of a person are refused with; 0: they are opened. */
	refuseOwn = 0;

	/** Has an operation answered from now on. */
	on(name: string, handler: Handler | unknown): this {
		if (!hasOperation(name)) throw new Error(`the API has no ${name}`);
		this.#handlers.set(name, typeof handler === 'function' ? (handler as Handler) : () => answer(handler));
		return this;
	}

	/** The requests for an operation. */
	to(name: string): Received[] {
		return this.requests.filter((r) => r.name === name);
	}

	readonly fetch = async (request: globalThis.Request): Promise<globalThis.Response> => {
		const text = await request.text();
		// A page hears of it a moment later, never at once.
		await Promise.resolve();
		if (this.unreachable) throw new TypeError('fetch failed');
		const { pathname, searchParams } = new URL(request.url);
		if (pathname === '/v1/me/stream') return this.#openOwn(request, searchParams);
		const match = matchRequest(request.method, pathname);
		const handler = match && this.#handlers.get(match.name);
		if (!match || !handler) return this.#fault(`nobody answers ${request.method} ${pathname}`);
		const body = text ? (JSON.parse(text) as Record<string, unknown>) : undefined;
		this.faults.push(...requestDifferences(match, searchParams, request.headers, body));
		const key = request.headers.get('Idempotency-Key') ?? undefined;
		const received = { name: match.name, path: match.path, query: searchParams, key, body: body ?? {} };
		this.requests.push(received);
		const got = await handler(received);
		if (request.signal.aborted) throw new DOMException('aborted', 'AbortError');
		this.faults.push(...answerDifferences(match, got.status, got.body));
		const headers = { 'Content-Type': got.status < 400 ? 'application/json' : 'application/problem+json', Date: new Date().toUTCString(), ...got.headers };
		return new globalThis.Response(JSON.stringify(got.body), { status: got.status, headers });
	};

	#fault(text: string): never {
		this.faults.push(text);
		throw new TypeError(text);
	}

	#openOwn(request: globalThis.Request, query: URLSearchParams): globalThis.Response {
		this.ownOpened.push({ query, link: request.headers.get('Authorization'), last: request.headers.get('Last-Event-ID') });
		if (this.refuseOwn) return new globalThis.Response('{}', { status: this.refuseOwn });
		let mine: ReadableStreamDefaultController<Uint8Array>;
		const body = new ReadableStream<Uint8Array>({
			start: (controller) => void this.#own.add((mine = controller)),
			cancel: () => void this.#own.delete(mine)
		});
		request.signal.addEventListener('abort', () => {
			if (this.#own.delete(mine)) mine.error(new DOMException('aborted', 'AbortError'));
		});
		return new globalThis.Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
	}

	/** Writes to every open stream of a person; what it tells is held to the schema of that name. */
	tellOwn(event: string, schema: string, data: unknown, id = ''): void {
		this.faults.push(...schemaDifferences(data, schema));
		this.writeOwn(`event: ${event}\n${id && `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`);
	}
	writeOwn(text: string): void {
		for (const c of this.#own) c.enqueue(new TextEncoder().encode(text));
	}
	/** Ends every open stream of a person. */
	endOwn(): void {
		for (const c of this.#own) c.close();
		this.#own.clear();
	}
	get own(): number {
		return this.#own.size;
	}

	/** Tells every open stream of an event; `schema` is what its data has to be. */
	tell(event: string, schema: string, data: unknown): void {
		this.faults.push(...schemaDifferences(data, schema));
		for (const s of this.#streams) s.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data) }));
	}

	/** Breaks every open stream; the browser comes back to one that the server did not refuse. */
	breakStreams(refused: boolean): void {
		for (const s of this.#streams) {
			s.readyState = refused ? 2 : 0;
			if (refused) this.#streams.delete(s);
			s.dispatchEvent(new Event('error'));
		}
	}

	/** Opens every stream that is not open. */
	openStreams(): void {
		for (const s of this.#streams) {
			s.readyState = 1;
			s.dispatchEvent(new Event('open'));
		}
	}

	/** How many streams there are. */
	get streams(): number {
		return this.#streams.size;
	}

	/** What stands for the browser's EventSource, which jsdom does not have. */
	get EventSource() {
		const streams = this.#streams;
		return class extends Stream {
			constructor(readonly url: string) {
				super();
				streams.add(this);
			}
			close() {
				this.readyState = 2;
				streams.delete(this);
			}
		};
	}
}

class Stream extends EventTarget {
	readyState = 0;
}
