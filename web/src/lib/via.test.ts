import { afterEach, expect, it } from 'vitest';
import { by, viaOf } from './via';

afterEach(() => history.replaceState(null, '', '/'));

it('carries the link by which somebody came to an event on, for that event alone', () => {
	history.replaceState(null, '', '/events/evt_1?via=news%20letter');
	expect(viaOf('evt_1')).toBe('news letter');
	expect(viaOf('evt_2')).toBeUndefined();
	expect(by('evt_1', '/events/evt_1/seats')).toBe('/events/evt_1/seats?via=news%20letter');
	expect(by('evt_2', '/events/evt_2')).toBe('/events/evt_2');
	// Another page of the app does not know it, and comes back to one that does.
	history.replaceState(null, '', '/me');
	expect(by('evt_1', '/events/evt_1')).toBe('/events/evt_1?via=news%20letter');
});

it('knows the pages in frames, and another link that somebody came by later', () => {
	history.replaceState(null, '', '/embed/events/evt_3?lang=de&via=blog');
	expect(viaOf('evt_3')).toBe('blog');
	history.replaceState(null, '', '/events/evt_3/waiting-room?via=insta');
	expect(viaOf('evt_3')).toBe('insta');
});

it('stores nothing', () => {
	history.replaceState(null, '', '/events/evt_4?via=news');
	expect(viaOf('evt_4')).toBe('news');
	expect([localStorage.length, sessionStorage.length, document.cookie]).toEqual([0, 0, '']);
});
