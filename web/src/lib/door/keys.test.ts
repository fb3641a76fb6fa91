// @vitest-environment node
// @vitest-environment node
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Keys } from './keys';
import { readToken } from './token';

const { tokens } = JSON.parse(readFileSync(new URL('../../../../internal/checkin/testdata/vectors.json', import.meta.url), 'utf8')) as {
	tokens: { token: string }[];
};
const { token } = tokens.find((t) => readToken(t.token))!;

describe('a hand scanner', () => {
	/** Types a text, each key so many ms after the last, and Enter. */
	function typed(keys: Keys, text: string, after: number, from = 0): string | undefined {
		let at = from;
		for (const k of text) expect(keys.take(k, (at += after))).toBeUndefined();
		return keys.take('Enter', at + after);
	}
	it('types a code and Enter', () => {
		const keys = new Keys();
		expect(typed(keys, token, 2)).toBe(token);
		expect(typed(keys, token, 2)).toBe(token);
	});
	it('may be slow, and the device with it', () => {
		expect(typed(new Keys(), token, 400)).toBe(token);
	});
	it('is read whatever was pressed before', () => {
		const keys = new Keys();
		keys.take('x', 0);
		expect(typed(keys, token, 2, 5)).toBe(token);
		keys.take('x', 1000);
		expect(typed(keys, 'another kind of code altogether', 2, 5000)).toBe('another kind of code altogether');
	});
	it('is not taken for somebody who types', () => {
		expect(typed(new Keys(), 'hello', 100)).toBeUndefined();
		expect(typed(new Keys(), token, 2000)).toBeUndefined();
	});
});
