import type { Schema } from '$lib/api/client';
import { credentials } from '$lib/framed';
import { keeping } from '$lib/live';
import { refreshing } from '$lib/resource.svelte';
import { serverSays } from '$lib/ui/clock.svelte';

/** What the stream of a person tells, by name. */
export interface Told {
	order_changed: Schema['LiveOrder'];
	waitlist_offer: Schema['LiveOffer'];
	place_changed: Schema['LivePlace'];
	reservation_expiring: Schema['LiveExpiry'];
	booking_confirmed: Schema['LiveBooking'];
	message: Schema['LiveMessage'];
}
export type Heard = { [name in keyof Told]: { name: name; data: Told[name] } }[keyof Told];
const names: (keyof Told)[] = ['order_changed', 'waitlist_offer', 'place_changed', 'reservation_expiring', 'booking_confirmed', 'message'];

/** When to come back to a stream that broke, in ms, until the server has said so. */
const later = 3000;
/** How long a stream may be silent, in ms: the server says something every 15 seconds. */
const silent = 40_000;
/** How long a page waits for a stream before it asks by itself, in ms. */
const patience = 5000;

/** A stream of server-sent events that is asked for with the token of a link, which an EventSource cannot send. */
export class OwnStream extends EventTarget {
	readyState = 0;
	readonly covered = true;
	#last = '';
	#retry = later;
	#open?: AbortController;
	#timer?: ReturnType<typeof setTimeout>;

	constructor(
		readonly address: string,
		readonly token?: string
	) {
		super();
		void this.#follow();
	}

	close(): void {
		this.readyState = 2;
		clearTimeout(this.#timer);
		this.#open?.abort();
	}

	/** Opens it, and again when it broke. Where the server refuses, that is for the caller to handle. */
	async #follow(): Promise<void> {
		const open = (this.#open = new AbortController());
		try {
			const headers = new Headers({ Accept: 'text/event-stream' });
			if (this.token) headers.set('Authorization', `Bearer ${this.token}`);
			if (this.#last) headers.set('Last-Event-ID', this.#last);
			const request = new Request(new URL(this.address, location.href), { headers, credentials, cache: 'no-store', signal: open.signal });
			const answer = await fetch(request);
			if (!answer.ok || !answer.body) {
				void answer.body?.cancel();
				if (this.readyState !== 2) this.#is(2, 'error');
				return;
			}
			if (this.readyState !== 2) this.#is(1, 'open');
			await this.#read(answer.body, open);
		} catch {
			// There is no network, or it was given up: as if it had ended.
		}
		clearTimeout(this.#timer);
		if (this.readyState === 2) return;
		this.#timer = setTimeout(() => void this.#follow(), this.#retry);
		this.#is(0, 'error');
	}

	#is(state: number, told: string): void {
		this.readyState = state;
		this.dispatchEvent(new Event(told));
	}

	async #read(body: ReadableStream<Uint8Array>, open: AbortController): Promise<void> {
		const reader = body.getReader();
		const text = new TextDecoder();
		let rest = '';
		let [name, data] = ['', ''];
		for (;;) {
			clearTimeout(this.#timer);
			this.#timer = setTimeout(() => open.abort(), silent);
			const { done, value } = await reader.read();
			if (done || this.readyState === 2) return;
			const lines = (rest + text.decode(value, { stream: true })).split('\n');
			rest = lines.pop()!;
			for (const line of lines) {
				const [, field, said] = /^([^:]*):? ?(.*)$/.exec(line)!;
				if (field === 'event') name = said!;
				else if (field === 'data') data = said!;
				else if (field === 'id') this.#last = said!;
				else if (field === 'retry') this.#retry = Number(said) || later;
				else if (line === '' && name) {
					this.dispatchEvent(new MessageEvent(name, { data }));
					[name, data] = ['', ''];
				}
			}
		}
	}
}

interface Following {
	/** The token of the link that the page is behind; without it: of the signed-in account. */
	token?: string;
	/** The order, place on the waitlist or offer that it is about; without it: everything that is theirs. */
	ref?: string;
	told(heard: Heard): void;
	/** Reads anew: now and then, while there is no stream. */
	ask(): void;
	/** How often that is, in ms. */
	every: number;
	/** Whether the page asks by itself, as often as that changes. */
	asks?(asking: boolean): void;
}

/** Follows what is one's own: the page is told about changes, and asks only while there is no stream. Returns how to stop. */
export function followingOwn({ token, ref, told, ask, every, asks }: Following): () => void {
	let asking: (() => void) | undefined;
	let waiting: ReturnType<typeof setTimeout> | undefined;
	const alone = () => {
		if (asking) return;
		asking = refreshing(ask, every);
		asks?.(true);
	};
	const heard = () => {
		clearTimeout(waiting);
		waiting = undefined;
		if (!asking) return;
		asking();
		asking = undefined;
		asks?.(false);
		ask(); // what changed between the last question and the opening
	};
	const wait = () => (waiting ??= setTimeout(alone, patience));
	const stop = keeping(() => {
		const source = new OwnStream(`/v1/me/stream${ref ? `?ref=${encodeURIComponent(ref)}` : ''}`, token);
		wait();
		source.addEventListener('open', heard);
		source.addEventListener('error', () => (source.readyState === 2 ? alone() : wait()));
		for (const name of names) {
			source.addEventListener(name, (e) => {
				const data = JSON.parse((e as MessageEvent<string>).data) as Heard['data'];
				if ('expires_at' in data && data.expires_at && data.seconds_left !== undefined) serverSays(data.expires_at, data.seconds_left);
				told({ name, data } as Heard);
			});
		}
		return source;
	});
	return () => {
		stop();
		clearTimeout(waiting);
		asking?.();
	};
}
