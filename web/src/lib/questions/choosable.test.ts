// @vitest-environment node
import { expect, it } from 'vitest';
import type { Question } from './asking';
import { choosable } from './choosable';

it('guests are found by what was chosen, and by nothing that was typed', () => {
	const questions: Question[] = [
		{ id: 'company', kind: 'text', scope: 'order', label: 'Company' },
		{ id: 'diet', kind: 'choice', scope: 'attendee', label: 'What do you eat?', options: [{ value: 'v:1', label: 'Vegan' }] },
		{
			id: 'without',
			kind: 'choices',
			scope: 'attendee',
			label: 'Without',
			options: [
				{ value: 'a', label: 'Nuts' },
				{ value: 'b', label: 'Milk' }
			]
		},
		{ id: 'nights', kind: 'number', scope: 'order', label: 'Nights' },
		{ id: 'photos', kind: 'consent', scope: 'order', label: 'Photos' }
	];
	expect(choosable(questions, 'Agreed')).toEqual([
		{ value: 'diet:v:1', label: 'What do you eat? · Vegan' },
		{ value: 'without:a', label: 'Without · Nuts' },
		{ value: 'without:b', label: 'Without · Milk' },
		{ value: 'photos:yes', label: 'Photos · Agreed' }
	]);
});
