import { explain as core, explainField as coreField } from '$lib/api/explain';
import type { Problem } from '$lib/api/problem';
import { office } from '$lib/words/office';

/** Says a problem in the reader's language: what only organizers meet, else what everybody does. */
export function explain(problem: Problem): string {
	const key = `problem.${problem.code}`;
	return office.has(key) ? office(key) : core(problem);
}

/** Says what is wrong with a field; undefined when nothing is. */
export function explainField(problem: Problem | undefined, name: string): string | undefined {
	const field = problem?.field(name);
	if (!field) return undefined;
	for (const key of [`field.${field.code}`, `problem.${field.code}`]) if (office.has(key)) return office(key);
	return coreField(problem, name);
}
