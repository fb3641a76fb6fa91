import { page } from '$app/state';
import { cleanup, configure } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { speak, type Language } from '$lib/i18n/language.svelte';
import { formOf, type Texts, type Values } from '$lib/i18n/translations';
import { desk } from '$lib/organizer/organization.svelte';
import { session } from '$lib/session.svelte';
import { theme } from '$lib/ui/theme.svelte';
import { toasts } from '$lib/ui/toasts.svelte';
import { Server } from './server';

// A page that is asked again in a moment need not be described each time.
configure({ getElementError: (message) => new Error(message?.split('\n')[0]) });

/** What the browser has and jsdom does not, as far as pages ask for it. */
const size = { width: 800, height: 600 };
/** Every element looks the same: jsdom lays nothing out, and what it computes of styles is slow. */
const style = { display: 'block', visibility: 'visible', animationName: 'none', getPropertyValue: () => '' } as unknown as CSSStyleDeclaration;
class Observer {
	observe() {}
	unobserve() {}
	disconnect() {}
}

/** Gives each test of a file a server of its own, and fails those that were at odds with the API. */
export function serve(): { readonly server: Server } {
	let server = new Server();
	beforeEach(() => {
		server = new Server();
		vi.stubGlobal('fetch', server.fetch);
		vi.stubGlobal('EventSource', server.EventSource);
		vi.stubGlobal('ResizeObserver', Observer);
		// A desktop of somebody who wants no motion.
		const matches = (query: string) => query.includes('min-width') || query.includes('reduced-motion');
		vi.stubGlobal('matchMedia', (query: string) => Object.assign(new EventTarget(), { matches: matches(query), media: query }));
		vi.spyOn(document.defaultView!, 'getComputedStyle').mockReturnValue(style);
		vi.stubGlobal('scrollTo', () => undefined);
		vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ ...size, x: 0, y: 0, left: 0, top: 0, right: 800, bottom: 600, toJSON: () => size });
		Element.prototype.setPointerCapture ??= () => undefined;
		Element.prototype.scrollIntoView ??= () => undefined;
		Element.prototype.animate ??= (() => ({ finished: Promise.resolve(), cancel() {} })) as never;
		location.hash = '';
	});
	afterEach(async () => {
		cleanup();
		for (const t of toasts.shown) toasts.dismiss(t.id);
		vi.useRealTimers();
		vi.restoreAllMocks();
		vi.unstubAllGlobals();
		// What modules remember, which the tests of other files share.
		session.forget();
		desk.choose('');
		theme.choose('system');
		localStorage.clear();
		sessionStorage.clear();
		await speak('en');
		expect(server.faults).toEqual([]);
	});
	return {
		get server() {
			return server;
		}
	};
}

/** Has each test of a file be on a page, without putting something else in a module's place, for which the file would need a worker of its own. */
export function on(url: () => string, params: Record<string, string> = {}): void {
	beforeEach(() => {
		vi.spyOn(page, 'url', 'get').mockImplementation(() => new URL(url(), 'http://localhost') as typeof page.url);
		vi.spyOn(page, 'params', 'get').mockReturnValue(params);
	});
}

/** Returns what a text of a topic reads in a language, so that tests name texts by their keys. */
export function reading(texts: Texts, l: Language) {
	return (key: string, values: Values = {}): string => {
		const text = texts[key]?.[l];
		if (text === undefined) throw new Error(`no text ${key}`);
		const form = typeof text === 'string' ? text : formOf(text, Number(values['n']), l);
		return form.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
	};
}

/** Those that tests play: texts of the others are compared with these by translations.test.ts. */
export const languages = ['en', 'de'] as const satisfies readonly Language[];
export { speak };

// Kept from before a test sets the clock.
const pause = setTimeout;
const elapsed = performance.now.bind(performance);

/** Waits until a check passes, for at most half a minute of real time, which machines need that test everything at once; what it throws last is thrown. */
export async function until<T>(check: () => T): Promise<T> {
	const end = elapsed() + 30_000;
	for (;;) {
		try {
			await tick();
			return check();
		} catch (thrown) {
			if (elapsed() > end) throw thrown;
			await new Promise((done) => pause(done, 5));
		}
	}
}
