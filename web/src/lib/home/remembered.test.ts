import { beforeEach, describe, expect, it, vi } from 'vitest';

/** The module as a page that is opened has it. */
const opened = async () => {
	vi.resetModules();
	return (await import('./remembered.svelte')).remembered;
};

describe('the city that was chosen', () => {
	beforeEach(() => localStorage.clear());

	it('is there when the page is opened again, until it is forgotten', async () => {
		const remembered = await opened();
		expect(remembered.city).toBe('');
		remembered.keep('munich');
		expect(remembered.city).toBe('munich');
		expect((await opened()).city).toBe('munich');
		remembered.keep('');
		expect(remembered.city).toBe('');
		expect((await opened()).city).toBe('');
	});

	it('lasts as long as the page where the browser keeps nothing', async () => {
		const refused = () => {
			throw new DOMException('no', 'SecurityError');
		};
		vi.stubGlobal('localStorage', { getItem: refused, setItem: refused, removeItem: refused });
		try {
			const remembered = await opened();
			expect(remembered.city).toBe('');
			remembered.keep('munich');
			expect(remembered.city).toBe('munich');
			remembered.keep('');
			expect(remembered.city).toBe('');
		} finally {
			vi.unstubAllGlobals();
		}
	});
});
