import { expect, test } from 'vitest';
import { countryChoices, countryOf } from './countries';

test('a VAT ID says which country it is of', () => {
	for (const [vat, country] of [
		['FR40303265045', 'FR'],
		[' de 136695976', 'DE'],
		['EL094259216', 'GR'],
		['B64717838', ''],
		['40303265045', ''],
		['', '']
	] as const)
		expect(countryOf(vat), vat).toBe(country);
});

test('countries are in the order of their names', () => {
	const german = countryChoices('de');
	expect(german[0]).toEqual({ value: '', label: '' });
	expect(german.find((c) => c.value === 'FR')?.label).toBe('Frankreich');
	const at = (code: string) => german.findIndex((c) => c.value === code);
	expect(at('EG')).toBeLessThan(at('AT')); // Ägypten, Österreich
	expect(at('AT')).toBeLessThan(at('PL')); // Österreich, Polen
	expect(countryChoices('en')).toHaveLength(german.length);
});
