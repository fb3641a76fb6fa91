import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forget, joiningKey, keep, keptOf, passFor, passOf } from './waitingplace';

function fakeStorage(): Storage {
	const kept = new Map<string, string>();
	return {
		getItem: (k: string) => kept.get(k) ?? null,
		setItem: (k: string, v: string) => void kept.set(k, v),
		removeItem: (k: string) => void kept.delete(k)
	} as unknown as Storage;
}

describe('a place in a waiting room', () => {
	beforeEach(() => vi.stubGlobal('localStorage', fakeStorage()));
	afterEach(() => {
		forget('evt_1');
		vi.unstubAllGlobals();
	});
	const place = { receipt: 'r', place: 7 };
	const inside = { ...place, pass: 'p', until: Date.now() + 60_000 };

	it('comes back for its event only', () => {
		keep('evt_1', place);
		expect(keptOf('evt_1')).toEqual(place);
		expect(keptOf('evt_2')).toBeUndefined();
		forget('evt_1');
		expect(keptOf('evt_1')).toBeUndefined();
	});
	it('is nothing when something else stands there', () => {
		for (const other of ['{', 'null', '[]', '{"receipt":1,"place":1}', '{"receipt":"r","place":1,"until":"x"}']) {
			localStorage.setItem('holdfast room evt_1', other);
			expect(keptOf('evt_1')).toBeUndefined();
		}
	});
	it('has a pass until its time is over, or it was given up', () => {
		keep('evt_1', inside);
		expect(passOf('evt_1')?.pass).toBe('p');
		expect(passOf('evt_1', inside.until)).toBeUndefined();
		keep('evt_1', { ...inside, done: true });
		expect(passOf('evt_1')).toBeUndefined();
	});
	it('shows its pass where its event is changed, and nowhere else', () => {
		keep('evt_1', inside);
		expect(passFor('https://holdfast.test/v1/events/evt_1/registrations')).toBe('p');
		expect(passFor('https://holdfast.test/v1/events/evt_1/waitlist:join')).toBe('p');
		expect(passFor('https://holdfast.test/v1/events/evt_2/orders')).toBeUndefined();
		expect(passFor('https://holdfast.test/v1/me')).toBeUndefined();
	});
	it('is joined with one key, until it is forgotten', () => {
		let n = 0;
		const make = () => `key ${++n}`;
		expect([joiningKey('evt_1', make), joiningKey('evt_1', make)]).toEqual(['key 1', 'key 1']);
		forget('evt_1');
		expect(joiningKey('evt_1', make)).toBe('key 2');
	});
	it('lasts as long as the page where nothing can be kept', () => {
		vi.stubGlobal('localStorage', {
			getItem: () => {
				throw new DOMException('no');
			},
			setItem: () => {
				throw new DOMException('no');
			},
			removeItem: () => {
				throw new DOMException('no');
			}
		});
		keep('evt_1', place);
		expect(keptOf('evt_1')).toEqual(place);
	});
});
