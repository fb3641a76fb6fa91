// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { keyOf, type Question } from './asking';
import { faults } from './faults';

const list: Question[] = [
	{ id: 'company', kind: 'text', scope: 'order', label: 'Company', required: true },
	{
		id: 'food',
		kind: 'choice',
		scope: 'attendee',
		label: 'Food',
		required: true,
		options: [
			{ value: 'all', label: 'All' },
			{ value: 'fish', label: 'Fish' }
		]
	},
	{ id: 'age', kind: 'number', scope: 'attendee', label: 'Age', min: 6, max: 99, tiers: ['kids'] },
	{ id: 'note', kind: 'text', scope: 'order', label: 'Note' }
];
const units = [
	{ unit: 1, tier: 'all' },
	{ unit: 2, tier: 'kids' }
];

describe('what is wrong with answers', () => {
	it('is named as the server names it', () => {
		expect(faults(list, units, {})).toEqual({ 'answers.company': 'required', 'answers.food[1]': 'required', 'answers.food[2]': 'required' });
	});
	it('is nothing where all that is required is answered', () => {
		expect(faults(list, units, { [keyOf('company', 0)]: ['Engines'], [keyOf('food', 1)]: ['all'], [keyOf('food', 2)]: ['fish'] })).toEqual({});
	});
	it.each([
		['six', 'bad_format'],
		['5', 'out_of_range'],
		['100', 'out_of_range'],
		[' 7 ', undefined]
	])('knows numbers: %s', (typed, code) => {
		expect(faults(list, units, { [keyOf('age', 2)]: [typed] })['answers.age[2]']).toBe(code);
	});
	it('is nothing of whom nothing is asked', () => {
		expect(faults(list, [], {})).toEqual({});
	});
});
