import { core } from '$lib/words/core';
import type { FieldProblem, Problem } from './problem';

/** Says a problem in the reader's language. */
export function explain(problem: Problem): string {
	const key = `problem.${problem.code}`;
	return core.has(key) ? core(key) : core('problem.other');
}

/** Says what is wrong with a field in the reader's language; undefined when nothing is. */
export function explainField(problem: Problem | undefined, name: string): string | undefined {
	const field = problem?.field(name);
	return field && say(field);
}

function say(f: FieldProblem): string {
	if (f.field === 'email' && f.code === 'bad_format') return core('field.email');
	for (const key of [`field.${f.code}`, `problem.${f.code}`]) {
		if (core.has(key)) return core(key);
	}
	return f.message;
}
