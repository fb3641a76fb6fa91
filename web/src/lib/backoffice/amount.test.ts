// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { minor, plain } from './amount';

describe('amounts', () => {
	it('reads what people type', () => {
		expect([minor('12.50', 'EUR'), minor('12,5', 'EUR'), minor(' 7 ', 'EUR'), minor('500', 'JPY')]).toEqual([1250, 1250, 700, 500]);
	});
	it('reads the digits of Arabic and Persian keyboards', () => {
		expect([minor('١٫٥٠', 'EUR'), minor('۱۲,۵', 'EUR'), minor('٩٠٠', 'JPY')]).toEqual([150, 1250, 900]);
		expect(['١٫٢٫٣', '١٬٢٣٤', '٫٥'].map((t) => minor(t, 'EUR'))).toEqual(Array(3).fill(undefined));
	});
	it('refuses what is none', () => {
		expect(['', '-1', '1.234', '1,2,3', 'ten', '1.5x'].map((t) => minor(t, 'EUR'))).toEqual(Array(6).fill(undefined));
		expect(minor('1.5', 'JPY')).toBeUndefined();
	});
	it('writes them back', () => {
		expect([plain(1250, 'EUR'), plain(500, 'JPY')]).toEqual(['12.50', '500']);
	});
});
