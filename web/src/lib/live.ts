/**
 * Follows an event while somebody looks: `changed` is called at each change of
 * what is left. The browser comes back by itself when the stream breaks; where
 * there is none, asking now and then does. Returns how to stop.
 */
export function following(event: string, changed: () => void): () => void {
	let source: EventSource | undefined;
	let first = true;
	const follow = () => {
		if (document.visibilityState !== 'visible') {
			// Nobody looks: a phone in a pocket holds no connection.
			source?.close();
			source = undefined;
		} else if (!source) {
			source = new EventSource(`/v1/events/${encodeURIComponent(event)}/stream?only=availability`);
			source.addEventListener('availability_changed', () => {
				// The first frame says how things are, which the page knows already.
				if (!first) changed();
				first = false;
			});
		}
	};
	follow();
	document.addEventListener('visibilitychange', follow);
	return () => {
		document.removeEventListener('visibilitychange', follow);
		source?.close();
	};
}
