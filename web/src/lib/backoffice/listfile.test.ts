// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { decode, leftOut, lineOf, placeOf, ranges, records, together } from './listfile';

const utf16 = (text: string, big: boolean) => {
	const units = [0xfeff, ...Array.from(text, (c) => c.charCodeAt(0))];
	return new Uint8Array(units.flatMap((u) => (big ? [u >> 8, u & 255] : [u & 255, u >> 8])));
};

describe('a list', () => {
	it('is read in the letters that it was written in', () => {
		const text = 'email,name\nzoe@example.org,Zoë Öztürk';
		expect(decode(new TextEncoder().encode(text))).toEqual({ text, encoding: 'utf-8' });
		expect(decode(new TextEncoder().encode('\ufeff' + text))).toEqual({ text, encoding: 'utf-8' });
		for (const big of [true, false]) expect(decode(utf16(text, big))).toEqual({ text, encoding: 'utf-16' });
		expect(decode(new Uint8Array([0x5a, 0x6f, 0xeb, 0x20, 0xd6]))).toEqual({ text: 'Zoë Ö', encoding: 'windows-1252' });
	});
	it('has faults at lines and columns', () => {
		expect(placeOf('csv[3].email')).toEqual({ line: 3, column: 'email' });
		expect(placeOf('csv[3].question:what-you-eat')).toEqual({ line: 3, column: 'question:what-you-eat' });
		expect(placeOf('csv[12]')).toEqual({ line: 12, column: '' });
		expect(placeOf('csv')).toEqual({ line: 0, column: '' });
		expect(lineOf(['email', 'ada@example.org,' + 'x'.repeat(300)], 2, 20)).toBe('ada@example.org,xxxx…');
		expect(lineOf(['email'], 9)).toBe('');
	});
	it('has refusals that are told together', () => {
		expect(
			together([
				{ line: 2, label: 'ADA01', code: 'a' },
				{ line: 3, code: 'b' },
				{ line: 4, code: 'b' }
			])
		).toEqual([
			{ code: 'b', lines: [3, 4], labels: [] },
			{ code: 'a', lines: [2], labels: ['ADA01'] }
		]);
		expect([ranges([5, 3, 4, 9, 11, 12]), ranges([7]), ranges([])]).toEqual(['3–5, 9, 11, 12', '7', '']);
	});
});

describe('rows that are left out', () => {
	const text = 'email;name\r\na@example.org;Ada\r\n\r\nnobody;"Bob\r\nJunior; ""B"""\r\nc@example.org;Cyd';
	it('are taken as they stand in the file, by the line on which they begin', () => {
		expect(records(text)).toEqual([
			{ line: 1, text: 'email;name' },
			{ line: 2, text: 'a@example.org;Ada' },
			{ line: 4, text: 'nobody;"Bob\r\nJunior; ""B"""' },
			{ line: 6, text: 'c@example.org;Cyd' }
		]);
	});
	it('become a file with what is wrong in a column of its own', () => {
		expect(leftOut(text, [4], (line) => `row ${line} "x"`, 'Problem')).toBe('email;name;"Problem"\r\nnobody;"Bob\r\nJunior; ""B""";"row 4 ""x"""\r\n');
	});
});
