import { afterEach, describe, expect, it, vi } from 'vitest';

/** The module as a page at an address has it, shown by another page. */
async function opened(address: string) {
	vi.resetModules();
	const posted: [unknown, string][] = [];
	const website = { postMessage: (message: unknown, to: string) => void posted.push([message, to]) } as unknown as Window;
	vi.stubGlobal('location', { href: `https://tickets.example${address}` });
	vi.spyOn(window, 'parent', 'get').mockReturnValue(website);
	return { ...(await import('./framed')), posted, website };
}
afterEach(() => {
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
	vi.resetModules();
});
const riverside = 'https://riverside.example';
const event = (from = encodeURIComponent(riverside)) => `/embed/events/evt_1?lang=de&theme=dark#from=${from}`;

describe('a page in a frame', () => {
	it('sends no cookies, speaks as it is asked, and tells the website that named itself', async () => {
		const { framed, credentials, languageAsked, tell, posted } = await opened(event());
		expect([framed, credentials, languageAsked]).toEqual([true, 'omit', 'de']);
		tell({ holdfast: 'used' });
		expect(posted).toEqual([[{ holdfast: 'used' }, riverside]]);
	});
	it('tells nobody where the origin is none', async () => {
		for (const from of ['*', 'null', '', `${encodeURIComponent(riverside)}%2Fx`, 'riverside.example', 'javascript:1']) {
			const { tell, posted } = await opened(event(from));
			tell({ holdfast: 'used' });
			expect(posted, from).toEqual([]);
		}
	});
	it('hears only the website', async () => {
		const { hear, website } = await opened(event());
		const told = vi.fn();
		const stop = hear(told);
		const say = (origin: string, source: unknown, data: unknown = { holdfast: 'theme' }) => window.dispatchEvent(withSource(origin, source, data));
		say('https://evil.example', website);
		say(riverside, window);
		say(riverside, website, 'text');
		expect(told).not.toHaveBeenCalled();
		say(riverside, website);
		expect(told).toHaveBeenCalledExactlyOnceWith({ holdfast: 'theme' });
		stop();
		say(riverside, website);
		expect(told).toHaveBeenCalledTimes(1);
	});
	it('knows its ways within the frame and out of it', async () => {
		const { within, whole } = await opened(event());
		expect(within('/events/evt_1')).toBe('/embed/events/evt_1');
		expect(whole('/embed/events/evt_1/waiting-room')).toBe('/events/evt_1/waiting-room');
		expect(whole('/sign-in')).toBe('/sign-in');
	});
});

it('any other page does as it always did', async () => {
	const { framed, credentials, languageAsked, within, tell, posted } = await opened('/series/ser_1?lang=de#from=https%3A%2F%2Friverside.example');
	expect([framed, credentials, languageAsked, within('/events/evt_1')]).toEqual([false, 'same-origin', null, '/events/evt_1']);
	tell({ holdfast: 'used' });
	expect(posted).toEqual([]);
});

/** A message of a window that jsdom would not take for one. */
function withSource(origin: string, source: unknown, data: unknown): MessageEvent {
	const message = new MessageEvent('message', { origin, data });
	Object.defineProperty(message, 'source', { value: source });
	return message;
}

it('the page of an event has an address for each language', async () => {
	const { framed, languageAsked } = await opened('/events/evt_1?lang=de');
	expect([framed, languageAsked]).toEqual([false, 'de']);
});
