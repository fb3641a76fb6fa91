import { core } from '$lib/words/core';
import { refusals } from '$lib/words/refusals';
import type { FieldProblem, Problem } from './problem';

/** Says a problem in the reader's language. */
export function explain(problem: Problem): string {
	return known(`problem.${problem.code}`) ?? core('problem.other');
}

/** Says what is wrong with a field in the reader's language; undefined when nothing is. */
export function explainField(problem: Problem | undefined, name: string): string | undefined {
	const field = problem?.field(name);
	return field && say(field);
}

function say(f: FieldProblem): string {
	if (f.field.endsWith('email') && f.code === 'bad_format') return core('field.email');
	return known(`field.${f.code}`) ?? known(`problem.${f.code}`) ?? f.message;
}

function known(key: string): string | undefined {
	if (core.has(key)) return core(key);
	return refusals.has(key) ? refusals(key) : undefined;
}
