/** How long until what watches over a stream is fetched, in ms: not with the page itself, which loads faster without it. */
const settled = 10_000;

/** What a stream is read from: an EventSource, or what stands for one. */
export interface Source {
	readonly readyState: number;
	close(): void;
	addEventListener(name: string, told: (e: Event) => void): void;
	/** While the server refuses it the page asks by itself, so that there is nothing to say. */
	readonly covered?: boolean;
}

/**
 * Follows a stream while somebody looks: `told` gets the events of a name. The
 * browser comes back by itself when the stream breaks, and the page when the
 * server refuses it; meanwhile the page says so. Returns how to stop.
 */
export function streaming(address: () => string, name: string, told: (e: MessageEvent<string>) => void): () => void {
	return keeping(() => {
		const source = new EventSource(address());
		source.addEventListener(name, told as EventListener);
		return source;
	});
}

/** Keeps a stream open while somebody looks, as streaming does, that `open` opens. */
export function keeping(open: () => Source): () => void {
	let source: Source | undefined;
	let stopped = false;
	let watch: ((source?: Source, again?: () => void) => void) | undefined;
	const follow = () => {
		if (stopped) return;
		if (document.visibilityState !== 'visible') {
			// Nobody looks: a phone in a pocket holds no connection.
			source?.close();
			source = undefined;
		} else if (!source || source.readyState === 2) {
			source = open();
		}
		watch?.(source, follow);
	};
	const later = setTimeout(
		() =>
			import('$lib/ui/connection.svelte').then(
				async (m) => {
					watch = await m.watching();
					follow();
				},
				() => undefined // there is no network: the browser comes back by itself, unseen
			),
		settled
	);
	follow();
	document.addEventListener('visibilitychange', follow);
	return () => {
		stopped = true;
		document.removeEventListener('visibilitychange', follow);
		clearTimeout(later);
		source?.close();
		watch?.();
	};
}

/**
 * Follows an event: `changed` is called at each change of what is left. Where
 * there are no streams, asking now and then does.
 */
export function following(event: string, changed: () => void): () => void {
	let first = true;
	return streaming(
		() => `/v1/events/${encodeURIComponent(event)}/stream?only=availability`,
		'availability_changed',
		() => {
			// The first frame says how things are, which the page knows already.
			if (!first) changed();
			first = false;
		}
	);
}
