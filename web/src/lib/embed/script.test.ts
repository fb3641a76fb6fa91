import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

/** The script that websites load (static/embed): what it does with what its frame says, and with what others do. */
const path = 'static/embed/v1.js';
const source = readFileSync(path, 'utf8');
const holdfast = 'https://tickets.example';

let element: HTMLElement;
let heard: CustomEvent<object>[];
/** Where the end of the element is, in the window. */
let bottom = 0;

const frame = () => element.shadowRoot!.querySelector('iframe')!;
const box = () => element.shadowRoot!.querySelector('div')!;
const ready = () => box().classList.contains('ready');
const address = () => new URL(frame().src);

/** The window of each frame: jsdom makes none below a shadow root. */
const windows = new WeakMap<HTMLIFrameElement, object>();
function windowOf(this: HTMLIFrameElement) {
	if (!windows.has(this)) windows.set(this, { postMessage: vi.fn() });
	return windows.get(this) as Window;
}

function say(data: unknown, { origin = holdfast, from = frame().contentWindow as unknown } = {}) {
	const message = new MessageEvent('message', { data, origin });
	Object.defineProperty(message, 'source', { value: from });
	window.dispatchEvent(message);
}
function show(attributes: Record<string, string> = {}) {
	element = document.createElement('holdfast-event');
	element.innerHTML = '<a href="https://tickets.example/events/evt_1">Take part</a>';
	for (const [name, value] of Object.entries({ event: 'evt_1', ...attributes })) element.setAttribute(name, value);
	document.body.append(element);
}

beforeAll(() => {
	// jsdom has neither: what browsers do with them is for the journey.
	class Sheet {
		replaceSync() {}
	}
	vi.stubGlobal('CSSStyleSheet', Sheet);
	vi.spyOn(document, 'currentScript', 'get').mockReturnValue(Object.assign(document.createElement('script'), { src: `${holdfast}/embed.js` }));
	new Function(source)();
	vi.restoreAllMocks();
	vi.unstubAllGlobals();
});
beforeEach(() => {
	heard = [];
	bottom = 5000;
	vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockImplementation(windowOf);
	document.documentElement.lang = 'en';
	vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(() => ({ width: 800, top: 100, bottom }) as DOMRect);
	for (const name of ['registered', 'ordered', 'waiting']) document.addEventListener(`holdfast:${name}`, note);
});
afterEach(() => {
	element.remove();
	for (const name of ['registered', 'ordered', 'waiting']) document.removeEventListener(`holdfast:${name}`, note);
	vi.restoreAllMocks();
});
const note = (e: Event) => void heard.push(e as CustomEvent<object>);

describe('its frame', () => {
	it('is of the server that the script is from, in the language of the page, and says whom to tell', () => {
		show({ theme: 'dark' });
		expect(address().origin).toBe(holdfast);
		expect(address().pathname).toBe('/embed/events/evt_1');
		expect(Object.fromEntries(address().searchParams)).toEqual({ lang: 'en', theme: 'dark' });
		expect(new URLSearchParams(address().hash.slice(1)).get('from')).toBe(location.origin);
	});
	it('is of another server and in another language where that is said, and of no place that an event could name', () => {
		show({ server: 'https://other.example/x', lang: 'de', event: '../../me?x#y' });
		expect(address().origin).toBe('https://other.example');
		expect(address().pathname).toBe('/embed/events/..%2F..%2Fme%3Fx%23y');
		expect(address().searchParams.get('lang')).toBe('de');
	});
	it('keeps its room before anything is known, and the link until the frame speaks', () => {
		show();
		expect(box().style.height).toBe('760px');
		expect(ready()).toBe(false);
		say({ holdfast: 'ready', title: 'Lantern walk' });
		expect(ready()).toBe(true);
		expect(frame().title).toBe('Lantern walk');
	});
	it('is told about a theme again that it could not hear of, once', () => {
		show();
		element.setAttribute('theme', 'dark');
		vi.mocked(frame().contentWindow!.postMessage).mockClear();
		say({ holdfast: 'ready', title: 'Lantern walk' });
		say({ holdfast: 'ready', title: 'Lantern walk, again' });
		expect(frame().contentWindow!.postMessage).toHaveBeenCalledExactlyOnceWith({ holdfast: 'theme', theme: 'dark' }, holdfast);
	});
	it('is told about another theme, and of nothing on another origin', () => {
		show();
		element.setAttribute('theme', 'dark');
		expect(frame().contentWindow!.postMessage).toHaveBeenCalledExactlyOnceWith({ holdfast: 'theme', theme: 'dark' }, holdfast);
	});
	it('is another when the event is another, and gone with the element', () => {
		show();
		const first = frame();
		element.setAttribute('event', 'evt_2');
		expect(frame()).not.toBe(first);
		expect(address().pathname).toBe('/embed/events/evt_2');
		const last = frame().contentWindow;
		element.remove();
		say({ holdfast: 'event', name: 'registered', detail: { status: 'confirmed' } }, { from: last });
		expect(heard).toEqual([]);
	});
});

describe('what it is told', () => {
	it('is believed only of its own frame, and of that origin', () => {
		show();
		for (const other of [{ origin: 'https://evil.example' }, { from: window }, { from: null }]) {
			say({ holdfast: 'ready', title: 'x' }, other);
			say({ holdfast: 'event', name: 'registered', detail: {} }, other);
		}
		expect(ready()).toBe(false);
		expect(heard).toEqual([]);
	});
	it('becomes an event with what is known of it, and nothing else', () => {
		show();
		say({ holdfast: 'event', name: 'registered', detail: { status: 'confirmed', email: 'ada@example.org', event: 'evt_9' } });
		say({ holdfast: 'event', name: 'waiting', detail: { for: 'waitlist', status: 'x' } });
		say({ holdfast: 'event', name: 'ordered', detail: { status: {} } });
		for (const wrong of ['paid', '__proto__', 'toString', undefined]) say({ holdfast: 'event', name: wrong, detail: {} });
		for (const wrong of [null, 7, 'ready', { holdfast: 'event' }, { holdfast: 'height', height: NaN }, { holdfast: 'height', height: 1e9 }]) say(wrong);
		expect(heard.map((e) => [e.type, e.detail])).toEqual([
			['holdfast:registered', { event: 'evt_1', status: 'confirmed' }],
			['holdfast:waiting', { event: 'evt_1', for: 'waitlist' }],
			['holdfast:ordered', { event: 'evt_1' }]
		]);
		expect(box().style.height).toBe('760px');
	});
});

describe('its height', () => {
	it('follows the content out of sight, and is never less than its room', () => {
		show({ height: '500' });
		say({ holdfast: 'height', height: 900.2 });
		expect(box().style.height).toBe('901px');
		say({ holdfast: 'height', height: 300 });
		expect(box().style.height).toBe('500px');
	});
	it('moves nothing that can be seen before somebody has used it', () => {
		show();
		bottom = innerHeight - 1;
		say({ holdfast: 'height', height: 900 });
		expect(box().style.height).toBe('760px');
		bottom = innerHeight + 1;
		window.dispatchEvent(new Event('scroll'));
		expect(box().style.height).toBe('900px');
		bottom = innerHeight - 1;
		say({ holdfast: 'used' });
		say({ holdfast: 'height', height: 1000 });
		expect(box().style.height).toBe('1000px');
	});
});

it('asks nothing of a strict policy, and needs little of a page', () => {
	for (const forbidden of ['eval(', 'innerHTML', "setAttribute('style", 'cssText', 'document.write', 'import(']) expect(source).not.toContain(forbidden);
	expect(source.length).toBeLessThan(12_000);
});

it('is documented with the hash of its bytes', () => {
	const hash = `sha384-${createHash('sha384').update(source).digest('base64')}`;
	expect(readFileSync('../docs/EMBED.md', 'utf8')).toContain(hash);
});

describe('a list and a button', () => {
	const put = (html: string) => {
		document.body.insertAdjacentHTML('beforeend', html);
		return (element = document.body.lastElementChild as HTMLElement);
	};
	it('a list is a frame of the organizer, with room for as many events as it has', () => {
		put('<holdfast-list organizer="org_1" limit="3" theme="dark" lang="de"><a href="/hosts/org_1">Events</a></holdfast-list>');
		expect(address().pathname).toBe('/embed/hosts/org_1');
		expect(Object.fromEntries(address().searchParams)).toEqual({ lang: 'de', theme: 'dark', limit: '3' });
		expect(box().style.height).toBe(`${150 + 3 * 96}px`);
		element.setAttribute('limit', '99');
		expect(address().searchParams.get('limit')).toBe('6');
	});
	it('a button opens its event above the page, and leaves a press for another tab to the browser', () => {
		HTMLDialogElement.prototype.showModal = vi.fn();
		HTMLDialogElement.prototype.close = function () {
			this.dispatchEvent(new Event('close'));
		};
		put('<holdfast-button event="evt_7" via="blog" theme="light"><a href="https://tickets.example/events/evt_7">Get tickets</a></holdfast-button>');
		const link = element.querySelector('a')!;
		const press = (how: MouseEventInit = {}) => {
			const click = new MouseEvent('click', { bubbles: true, cancelable: true, composed: true, ...how });
			link.addEventListener('click', (e) => how.ctrlKey && queueMicrotask(() => e.preventDefault()), { once: true });
			link.dispatchEvent(click);
			return click.defaultPrevented;
		};
		const dialog = () => element.shadowRoot!.querySelector('dialog');
		press({ ctrlKey: true });
		expect(dialog()).toBe(null);
		expect(press()).toBe(true);
		const event = dialog()!.querySelector('holdfast-event')!;
		expect(new URL(event.shadowRoot!.querySelector('iframe')!.src).pathname).toBe('/embed/events/evt_7');
		expect(event.getAttribute('via')).toBe('blog');
		expect(event.querySelector('a')!.href).toBe(link.href);
		dialog()!.querySelector('button')!.click();
		expect(dialog()).toBe(null);
		expect(document.activeElement).toBe(link);
	});
});
