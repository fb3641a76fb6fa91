// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { answersIn, asked, errorOf, givenBefore, keyOf, withoutUnit, type Question } from './asking';

const list: Question[] = [
	{ id: 'company', kind: 'text', scope: 'order', label: 'Company' },
	{
		id: 'food',
		kind: 'choice',
		scope: 'attendee',
		label: 'Food',
		options: [
			{ value: 'all', label: 'All' },
			{ value: 'fish', label: 'Fish' }
		]
	},
	{ id: 'fish', kind: 'choices', scope: 'attendee', label: 'Which', options: [{ value: 'cod', label: 'Cod' }], if: { question: 'food', values: ['fish'] } },
	{ id: 'age', kind: 'number', scope: 'attendee', label: 'Age', tiers: ['kids'] }
];
const units = [
	{ unit: 1, tier: 'all' },
	{ unit: 2, tier: 'kids' }
];

describe('what is asked', () => {
	it('follows tiers and conditions', () => {
		const names = (given = {}) => asked(list, units, given).map((p) => [p.unit, ...p.questions.map((q) => q.id)]);
		expect(names()).toEqual([
			[0, 'company'],
			[1, 'food'],
			[2, 'food', 'age']
		]);
		expect(names({ [keyOf('food', 2)]: ['fish'] })[2]).toEqual([2, 'food', 'fish', 'age']);
	});
	it('is asked of whom it is not known which ticket they get', () => {
		expect(asked(list, [{ unit: 1, tier: '' }], {})[1]!.questions.map((q) => q.id)).toEqual(['food', 'age']);
	});
});

describe('what is sent', () => {
	const given = {
		[keyOf('company', 0)]: ['Engines'],
		[keyOf('food', 1)]: ['all'],
		[keyOf('fish', 1)]: ['cod'],
		[keyOf('food', 2)]: ['fish'],
		[keyOf('fish', 2)]: ['cod']
	};
	const sent = answersIn(list, units, given);
	it('leaves out what is not asked any more, and what is empty', () => {
		expect(sent).toEqual([
			{ question: 'company', unit: undefined, value: 'Engines' },
			{ question: 'food', unit: 1, value: 'all' },
			{ question: 'food', unit: 2, value: 'fish' },
			{ question: 'fish', unit: 2, values: ['cod'] }
		]);
	});
	it('is found again by the names of its fields', () => {
		const error = (name: string) => (field: string) => (field === name ? 'wrong' : undefined);
		expect(errorOf(error('answers[2].value'), sent, 'food', 2)).toBe('wrong');
		expect(errorOf(error('answers.age[2]'), sent, 'age', 2)).toBe('wrong');
		expect(errorOf(error('answers.company'), [], 'company', 0)).toBe('wrong');
		expect(errorOf(error('answers[2].value'), sent, 'food', 1)).toBeUndefined();
	});
	it('moves up behind a guest who does not come', () => {
		expect(withoutUnit(given, 1)).toEqual({ [keyOf('company', 0)]: ['Engines'], [keyOf('food', 1)]: ['fish'], [keyOf('fish', 1)]: ['cod'] });
	});
});

it('begins with what was answered, as far as it can still be', () => {
	const answer = (question: string, unit: number, value: string, kind: 'choice' | 'text' = 'choice') => ({
		question,
		unit,
		version: 1,
		kind,
		label: '',
		value,
		text: value
	});
	expect(givenBefore(list, [answer('food', 1, 'all'), answer('food', 2, 'meat'), answer('gone', 0, 'x', 'text'), answer('company', 1, 'x', 'text')])).toEqual({
		[keyOf('food', 1)]: ['all'],
		[keyOf('food', 2)]: []
	});
});
