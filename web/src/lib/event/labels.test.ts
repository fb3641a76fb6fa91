import { beforeAll, expect, it } from 'vitest';
import { categories } from '$lib/api/lists';
import { guest } from '$lib/translations/guest';
import { ageOptions, categoryName, categoryOptions, languageName, languageOptions } from './labels';

beforeAll(() => guest.load('en'));

it('every category has a name', () => {
	expect(categoryOptions().map((o) => o.value)).toEqual([...categories]);
	for (const { value, label } of categoryOptions()) expect(label, value).not.toBe(value);
	expect(categoryName('knitting')).toBe('knitting');
});

it('languages are called by their names, and offered in their order', () => {
	expect(languageName('de')).toBe('German');
	expect(languageName('not a code')).toBe('not a code');
	const names = languageOptions('cy').map((o) => o.label);
	expect(names).toContain('Welsh');
	expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
	expect(languageOptions('de')).toEqual(languageOptions());
});

it('an age that somebody asked for is offered too', () => {
	expect(ageOptions('17').map((o) => o.value)).toContain('17');
	expect(ageOptions('old')).toEqual(ageOptions());
});
