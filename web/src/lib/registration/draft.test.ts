import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { draftOf, dropDraft, keepDraft } from './draft';

function fakeStorage(): Storage {
	const kept = new Map<string, string>();
	return {
		getItem: (k: string) => kept.get(k) ?? null,
		setItem: (k: string, v: string) => void kept.set(k, v),
		removeItem: (k: string) => void kept.delete(k)
	} as unknown as Storage;
}

describe('drafts', () => {
	beforeEach(() => vi.stubGlobal('localStorage', fakeStorage()));
	afterEach(() => vi.unstubAllGlobals());
	const ada = { name: 'Ada', email: 'ada@example.org', guests: ['Charles'], tier: 'tir_1' };

	it('come back for their event only, until they are used', () => {
		keepDraft('evt_1', ada, 1000);
		expect(draftOf('evt_1', 2000)).toEqual(ada);
		expect(draftOf('evt_2', 2000)).toBeUndefined();
		dropDraft('evt_1');
		expect(draftOf('evt_1', 2000)).toBeUndefined();
	});
	it('are forgotten after an hour', () => {
		keepDraft('evt_1', ada, 0);
		expect(draftOf('evt_1', 3_600_000)).toBeUndefined();
		expect(draftOf('evt_1', 1)).toBeUndefined();
	});
	it('are nothing when something else stands there', () => {
		for (const other of ['{', 'null', '{"at":1}', '{"at":1,"draft":{"name":1,"email":"x"}}', '[]']) {
			localStorage.setItem('holdfast draft evt_1', other);
			expect(draftOf('evt_1', 2)).toBeUndefined();
		}
	});
	it('are not kept where nothing can be', () => {
		vi.stubGlobal('localStorage', {
			getItem: () => {
				throw new DOMException('no');
			},
			setItem: () => {
				throw new DOMException('no');
			}
		});
		keepDraft('evt_1', ada);
		expect(draftOf('evt_1')).toBeUndefined();
	});
});
