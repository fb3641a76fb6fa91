import { describe, expect, test } from 'vitest';
import { invitees } from './invitees';

describe('a pasted list of invited people', () => {
	test('is read as spreadsheets and mail programs write it', () => {
		const read = invitees(
			'Grace Hopper, grace@example.org, 2\n\n"Ada Lovelace" <ada@example.org>\r\nben@example.org\nCy\tcy@example.org\t3\nDi; di@example.org; 12'
		);
		expect(read.people).toEqual([
			{ name: 'Grace Hopper', email: 'grace@example.org', places: 2 },
			{ name: 'Ada Lovelace', email: 'ada@example.org' },
			{ name: 'ben', email: 'ben@example.org' },
			{ name: 'Cy', email: 'cy@example.org', places: 3 },
			{ name: 'Di', email: 'di@example.org', places: 12 }
		]);
		expect(read.lines).toEqual([1, 3, 4, 5, 6]);
		expect(read.wrong).toEqual([]);
	});

	test('says which lines name nobody', () => {
		expect(invitees('Grace Hopper\nada@example.org').wrong).toEqual([{ line: 1, text: 'Grace Hopper' }]);
	});
});
