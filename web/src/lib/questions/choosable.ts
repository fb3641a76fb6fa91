import type { Question } from './asking';

/** An answer that guests are found by: as the server names it, and as people read it. */
export interface Choosable {
	value: string;
	label: string;
}

/** The answers that questions let people choose, in their order. `agreed` is what a consent is called that was given. */
export function choosable(questions: readonly Question[], agreed: string): Choosable[] {
	return questions.flatMap((q) => {
		const options = q.kind === 'consent' ? [{ value: 'yes', label: agreed }] : q.kind === 'choice' || q.kind === 'choices' ? (q.options ?? []) : [];
		return options.map((o) => ({ value: `${q.id}:${o.value}`, label: `${q.label} · ${o.label}` }));
	});
}
