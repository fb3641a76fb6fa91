/**
 * Whether this page is shown in a frame on somebody else's website, and what is said between
 * the two (docs/EMBED.md). Both are fixed when the page is opened: going on to another page of
 * the frame loses what its address says.
 */
const opened = typeof location === 'undefined' ? undefined : new URL(location.href);

const frames = '/embed/';

/** Whether it is a page for frames. Such a page knows nobody: it asks nothing of the API with cookies, even where the browser would send them. */
export const framed = opened?.pathname.startsWith(frames) ?? false;

/** The language that the website asks for, or the address of an event's page in one language. */
export const languageAsked = framed || opened?.pathname.startsWith('/events/') ? opened!.searchParams.get('lang') : null;

/** What requests do with cookies. */
export const credentials: RequestCredentials = framed ? 'omit' : 'same-origin';

/** The path of a page outside of the frame that is the same as one in it. */
export const whole = (path: string) => (path.startsWith(frames) ? path.slice(frames.length - 1) : path);

/** The path of a page in the frame, for a reader in one, that is the same as one outside of it. */
export const within = (path: string) => (framed ? frames + path.slice(1) : path);

/** The origin of the website, as it names itself. Only a page of that origin is told anything: browsers deliver to no other. */
const website = origin(new URLSearchParams(opened?.hash.slice(1)).get('from'));

function origin(text: string | null): string | undefined {
	try {
		return text && new URL(text).origin === text ? text : undefined;
	} catch {
		return undefined;
	}
}

/** What the website is told. It has nothing of a person. */
export type Message =
	| { holdfast: 'ready'; title: string }
	| { holdfast: 'height'; height: number }
	| { holdfast: 'used' }
	| { holdfast: 'show'; top: number; bottom: number }
	| { holdfast: 'event'; name: 'registered' | 'ordered'; detail: { status: string } }
	| { holdfast: 'event'; name: 'waiting'; detail: { for: 'waitlist' | 'waiting_room' } };

/** Tells the website, if there is one. */
export function tell(message: Message): void {
	if (framed && website && window.parent !== window) window.parent.postMessage(message, website);
}

/** Hears what the website says, until what is returned is called. */
export function hear(told: (said: Record<string, unknown>) => void): () => void {
	const heard = (e: MessageEvent<unknown>) => {
		if (!website || e.source !== window.parent || e.origin !== website) return;
		if (typeof e.data === 'object' && e.data !== null) told(e.data as Record<string, unknown>);
	};
	window.addEventListener('message', heard);
	return () => window.removeEventListener('message', heard);
}
