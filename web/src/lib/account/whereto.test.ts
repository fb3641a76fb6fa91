import { beforeEach, expect, test, vi } from 'vitest';
import type { Me } from '$lib/session.svelte';
import { remember, whereto } from './whereto';

const me = (memberships: number) => ({ kind: 'person', memberships: Array.from({ length: memberships }) }) as unknown as Me;

beforeEach(() => {
	const kept = new Map<string, string>();
	vi.stubGlobal('localStorage', {
		getItem: (k: string) => kept.get(k) ?? null,
		setItem: (k: string, v: string) => kept.set(k, v),
		removeItem: (k: string) => kept.delete(k)
	});
	return () => vi.unstubAllGlobals();
});

test('what was remembered is gone to once', () => {
	remember('/manage/members');
	expect(whereto(me(1))).toBe('/manage/members');
	expect(whereto(me(1))).toBe('/manage');
	expect(whereto(me(0))).toBe('/me');
});

test('another site is not gone to', () => {
	for (const to of ['//evil.example', '/\\evil.example', 'https://evil.example', 'manage', '']) {
		remember(to);
		expect(whereto(me(0)), to).toBe('/me');
		expect(whereto(me(0), to), to).toBe('/me');
	}
	expect(whereto(me(0), '/manage?a=1#b')).toBe('/manage?a=1#b');
});

test('without storage it is the first page', () => {
	const closed = () => {
		throw new Error('closed');
	};
	vi.stubGlobal('localStorage', { getItem: closed, setItem: closed, removeItem: closed });
	remember('/manage/members');
	expect(whereto(me(0))).toBe('/me');
});
