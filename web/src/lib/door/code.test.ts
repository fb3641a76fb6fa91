// @vitest-environment node
// @vitest-environment node
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readCode } from './code';

const codes = JSON.parse(readFileSync(new URL('../../../../internal/ticket/testdata/shortcodes.json', import.meta.url), 'utf8')) as string[];

describe('short codes', () => {
	it('are read as the server writes them, however they are typed', () => {
		expect(codes.length).toBeGreaterThan(0);
		for (const code of codes) {
			const typed = code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l');
			for (const form of [code, typed, `${code.slice(0, 5)}-${code.slice(5)}`, ` ${typed.slice(0, 5)} ${typed.slice(5)} `])
				expect(readCode(form), form).toEqual({ code });
		}
	});
	it('say at once that a character is wrong, or two changed places', () => {
		for (const code of codes)
			for (let i = 0; i < code.length; i++) {
				const other = code[i] === '7' ? '8' : '7';
				expect(readCode(code.slice(0, i) + other + code.slice(i + 1))).toBe('mistyped');
				if (i && code[i] !== code[i - 1]) expect(readCode(code.slice(0, i - 1) + code[i]! + code[i - 1]! + code.slice(i + 1))).toBe('mistyped');
			}
	});
	it('are told from everything else', () => {
		for (const text of ['', 'F2X4G', `${codes[0]}0`, 'Ä2X4G4Q5EW', 'U2X4G4Q5EW', '-'.repeat(60)]) expect(readCode(text), text).toBeUndefined();
	});
});
