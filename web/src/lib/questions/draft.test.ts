// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { Question } from './asking';
import { answersOf, draftsOf, fresh, optionsOf, questionsIn } from './draft';

const list: Question[] = [
	{
		id: 'food',
		kind: 'choice',
		scope: 'attendee',
		label: 'Food',
		required: true,
		at_door: true,
		options: [
			{ value: 'all', label: 'Everything' },
			{ value: 'fish', label: 'Fish' }
		]
	},
	{
		id: 'age',
		kind: 'number',
		scope: 'attendee',
		label: 'Age',
		required: false,
		at_door: false,
		min: 6,
		max: 99,
		tiers: ['tir_1'],
		if: { question: 'food', values: ['fish'] }
	}
];

describe('drafts', () => {
	it('are sent as they were read', () => {
		expect(JSON.parse(JSON.stringify(questionsIn(draftsOf(list), new Set())))).toEqual(list);
	});
	it('keep the value of an option whose words were changed', () => {
		const [food] = draftsOf(list);
		food!.options = 'Everything\nFish and chips';
		expect(optionsOf(food!)).toEqual([
			{ value: 'all', label: 'Everything' },
			{ value: 'fish', label: 'Fish and chips' }
		]);
		food!.options = 'Fish';
		expect(optionsOf(food!)).toEqual([{ value: 'fish', label: 'Fish' }]);
	});
	it('name a new question by its words, and never as one that was', () => {
		const made = questionsIn(
			[
				{ ...fresh(), label: 'Größe & Farbe?' },
				{ ...fresh(), label: 'Food' },
				{ ...fresh(), label: '你好' }
			],
			new Set(['food'])
		);
		expect(made.map((q) => q.id)).toEqual(['gro-e-farbe', 'food-2', 'question']);
	});
	it('keep all values of a condition that a program set, until another one is chosen', () => {
		const drafts = draftsOf([list[0]!, { ...list[1]!, if: { question: 'food', values: ['fish', 'all'] } }]);
		const values = () => questionsIn(drafts, new Set())[1]!.if?.values;
		expect(values()).toEqual(['fish', 'all']);
		drafts[1]!.when = answersOf(drafts[0]!)[0]!.when;
		expect(values()).toEqual(['all']);
		drafts[1]!.when = drafts[1]!.whenRead;
		drafts[0]!.options = 'Fish';
		expect(values()).toEqual(['fish']);
	});
	it('forget a condition on what is not asked before', () => {
		const [food, age] = draftsOf(list);
		expect(questionsIn([age!, food!], new Set())[0]!.if).toBeUndefined();
		expect(answersOf({ ...fresh(), kind: 'consent' })).toHaveLength(1);
	});
});
