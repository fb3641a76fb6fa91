// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { bytesOf, textOf } from './bytes';

describe('base64url', () => {
	it('goes there and back', () => {
		for (const text of ['', 'AA', 'AQI', 'AQID', '_-8', 'BNcRdreALRFXTkOOUHK1']) expect(textOf(bytesOf(text).buffer)).toBe(text);
	});
	it('takes padding', () => {
		expect([...bytesOf('AQI=')]).toEqual([1, 2]);
	});
	it('writes nothing for nothing', () => {
		expect(textOf(null)).toBe('');
	});
});
