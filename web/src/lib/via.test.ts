import { afterEach, expect, it } from 'vitest';
import { by, viaOf } from './via';

afterEach(() => history.replaceState(null, '', '/'));

it('carries the link by which somebody came to an event on, for that event alone', () => {
	history.replaceState(null, '', '/events/evt_1?via=News-1');
	expect(viaOf('evt_1')).toBe('News-1');
	expect(viaOf('evt_2')).toBeUndefined();
	expect(by('evt_1', '/events/evt_1/seats')).toBe('/events/evt_1/seats?via=News-1');
	expect(by('evt_2', '/events/evt_2')).toBe('/events/evt_2');
	// Another page of the app does not know it, and comes back to one that does.
	history.replaceState(null, '', '/me');
	expect(by('evt_1', '/events/evt_1')).toBe('/events/evt_1?via=News-1');
});

it('knows the pages in frames, and another link that somebody came by later', () => {
	history.replaceState(null, '', '/embed/events/evt_3?lang=de&via=blog');
	expect(viaOf('evt_3')).toBe('blog');
	history.replaceState(null, '', '/events/evt_3/waiting-room?via=insta');
	expect(viaOf('evt_3')).toBe('insta');
});

it('takes no text for a code that can be none', () => {
	for (const text of ['two%20words', 'x'.repeat(41), '%3Cscript%3E', '']) {
		history.replaceState(null, '', `/events/evt_5?via=${text}`);
		expect(viaOf('evt_5')).toBeUndefined();
		expect(by('evt_5', '/events/evt_5')).toBe('/events/evt_5');
	}
});

it('stores nothing', () => {
	history.replaceState(null, '', '/events/evt_4?via=news');
	expect(viaOf('evt_4')).toBe('news');
	expect([localStorage.length, sessionStorage.length, document.cookie]).toEqual([0, 0, '']);
});
