import type { Schema } from '$lib/api/client';

export type Question = Schema['Question'];

/** One who comes: the number that the ticket has, and the tier as far as it is known. */
export interface Unit {
	unit: number;
	tier: string;
	name?: string;
}

/** What was typed, by question and unit: always a list, as of several options. */
export type Given = Record<string, string[]>;

/** The name of an answer: of one who comes, or with 0 of the whole. */
export const keyOf = (question: string, unit: number) => `${question}#${unit}`;

/** Whether a question is asked of a unit, as the server would say. */
export function asks(all: readonly Question[], q: Question, unit: number, units: readonly Unit[], given: Given): boolean {
	const fits = (u: Unit) => !q.tiers?.length || u.tier === '' || q.tiers.includes(u.tier);
	if (!units.some((u) => (q.scope === 'order' || u.unit === unit) && fits(u))) return false;
	if (!q.if) return true;
	const on = all.find((o) => o.id === q.if!.question);
	if (!on) return false;
	const of = on.scope === 'order' ? 0 : unit;
	return asks(all, on, of, units, given) && (given[keyOf(on.id, of)] ?? []).some((v) => q.if!.values.includes(v));
}

/** What is asked: the whole first, then each who comes. */
export function asked(all: readonly Question[], units: readonly Unit[], given: Given): { unit: number; questions: Question[] }[] {
	const of = (unit: number, scope: Question['scope']) => all.filter((q) => q.scope === scope && asks(all, q, unit, units, given));
	return [{ unit: 0, questions: of(0, 'order') }, ...units.map((u) => ({ unit: u.unit, questions: of(u.unit, 'attendee') }))].filter(
		(part) => part.questions.length
	);
}

/** What was answered as it is sent. What is not asked any more is left out. */
export function answersIn(all: readonly Question[], units: readonly Unit[], given: Given): Schema['AnswerIn'][] {
	return asked(all, units, given).flatMap(({ unit, questions }) =>
		questions.flatMap((q): Schema['AnswerIn'][] => {
			const values = (given[keyOf(q.id, unit)] ?? []).filter((v) => v.trim());
			if (!values.length) return [];
			return [{ question: q.id, unit: unit || undefined, ...(q.kind === 'choices' ? { values } : { value: values[0] }) }];
		})
	);
}

/** What was answered before, to be changed: only what the question as it is asked now can be answered with. */
export function givenBefore(all: readonly Question[], answers: readonly Schema['Answer'][]): Given {
	const given: Given = {};
	for (const a of answers) {
		const q = all.find((q) => q.id === a.question);
		if (!q || (q.scope === 'order') !== (a.unit === 0)) continue;
		const values = (a.values ?? [a.value ?? '']).filter((v) => !q.options?.length || q.options.some((o) => o.value === v));
		if (q.kind === a.kind) given[keyOf(a.question, a.unit)] = values;
	}
	return given;
}

/** What is wrong with an answer, by the names that the server has for it. `sent` is what was sent. */
export function errorOf(error: (field: string) => string | undefined, sent: readonly Schema['AnswerIn'][], question: string, unit: number): string | undefined {
	const i = sent.findIndex((a) => a.question === question && (a.unit ?? 0) === unit);
	const fields = unit ? [`answers.${question}[${unit}]`] : [`answers.${question}`];
	if (i >= 0) fields.push(...['value', 'values', 'question', 'unit'].map((name) => `answers[${i}].${name}`));
	for (const field of fields) {
		const said = error(field);
		if (said) return said;
	}
	return undefined;
}

/** What was given once one who came does not: those behind move up. */
export function withoutUnit(given: Given, gone: number): Given {
	const left: Given = {};
	for (const [key, values] of Object.entries(given)) {
		const [question, unit] = [key.slice(0, key.lastIndexOf('#')), Number(key.slice(key.lastIndexOf('#') + 1))];
		if (unit !== gone) left[keyOf(question, unit > gone ? unit - 1 : unit)] = values;
	}
	return left;
}
