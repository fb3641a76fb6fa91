import { asked, keyOf, type Given, type Question, type Unit } from './asking';

/** How large a number may be where the question does not say, as the server has it. */
const largest = 1_000_000_000_000;

/**
 * What is wrong with answers, by the names that the server has for their fields, with its
 * codes: what is required and was not answered, and numbers that are none or beyond the bounds.
 * For whoever must know before money is taken; the server decides.
 */
export function faults(all: readonly Question[], units: readonly Unit[], given: Given): Record<string, string> {
	const wrong: Record<string, string> = {};
	for (const { unit, questions } of asked(all, units, given)) {
		for (const q of questions) {
			const code = faultOf(q, given[keyOf(q.id, unit)] ?? []);
			if (code) wrong[unit ? `answers.${q.id}[${unit}]` : `answers.${q.id}`] = code;
		}
	}
	return wrong;
}

function faultOf(q: Question, values: readonly string[]): string | undefined {
	const said = values.map((v) => v.trim()).filter(Boolean);
	if (!said.length) return q.required ? 'required' : undefined;
	if (q.kind !== 'number') return undefined;
	if (!/^[+-]?\d+$/.test(said[0]!)) return 'bad_format';
	const n = Number(said[0]);
	return n < (q.min ?? -largest) || n > (q.max ?? largest) ? 'out_of_range' : undefined;
}
