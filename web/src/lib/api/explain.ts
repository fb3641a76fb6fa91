import { core } from '$lib/translations/core';
import { refusals } from '$lib/translations/refusals';
import type { FieldProblem, Problem } from './problem';

/** A dictionary that may have words for problems. */
export interface Texts {
	has(key: string): boolean;
	(key: never): string;
}

/** Says a problem in the reader's language; `first` are words of a part of the app that say some better. */
export function explain(problem: Problem, first?: Texts): string {
	if (problem.code === 'forbidden') return forbidden(problem.role);
	return known(`problem.${problem.code}`, first) ?? core('problem.other');
}

/** Says which role something takes and whom to ask for it, or, when no role helps, whose it is. */
export function forbidden(role = ''): string {
	return core.has(`needs.${role}`) ? core(`needs.${role}` as 'needs.owner') : core('problem.forbidden');
}

/** Says what is wrong with a field in the reader's language; undefined when nothing is. */
export function explainField(problem: Problem | undefined, name: string, first?: Texts): string | undefined {
	const field = problem?.field(name);
	return field && say(field, first);
}

function say(f: FieldProblem, first?: Texts): string {
	if (f.field.endsWith('email') && f.code === 'bad_format') return core('field.email');
	return known(`field.${f.code}`, first) ?? known(`problem.${f.code}`, first) ?? f.message;
}

function known(key: string, first?: Texts): string | undefined {
	if (first?.has(key)) return first(key as never);
	if (core.has(key)) return core(key);
	return refusals.has(key) ? refusals(key) : undefined;
}
