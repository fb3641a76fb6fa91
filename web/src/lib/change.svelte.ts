import { flushSync, tick } from 'svelte';
import { intent } from '$lib/api/client';
import { explain, explainField, type Texts } from '$lib/api/explain';
import { Problem, problemFrom } from '$lib/api/problem';
import { toasts } from '$lib/ui/toasts.svelte';

/** The header that makes a repetition of a change harmless. */
export interface Key {
	'Idempotency-Key': string;
}

interface Options {
	/** Where refusals are said; by default in the form, which shows `error` and `message`. */
	refusals?: 'form' | 'toast';
	/** Words of a part of the app, which say some refusals better. */
	texts?: Texts;
}

/**
 * A change that somebody sends with a button: whether it is on its way, and what
 * was said against it. Its key stays while it is not known what became of it, so
 * that trying again does nothing twice; with other details it is another request.
 */
export class Change {
	busy = $state(false);
	problem = $state.raw<Problem>();
	#key = intent();
	#of = $state('');
	readonly #toast: boolean;
	readonly #texts: Texts | undefined;

	constructor({ refusals = 'form', texts }: Options = {}) {
		this.#toast = refusals === 'toast';
		this.#texts = texts;
	}

	/**
	 * Sends it, unless it is on its way, and says what came of it. Reports whether it
	 * was done. `of` tells changes apart that are made from one place, as of the rows
	 * of a list: one of another thing is another intent.
	 */
	async send(call: (header: Key) => Promise<unknown>, done?: string | (() => string), of = ''): Promise<boolean> {
		if (this.busy) return false;
		if (of !== this.#of) this.#key = intent();
		this.#of = of;
		this.busy = true;
		this.problem = undefined;
		try {
			await call({ 'Idempotency-Key': this.#key });
			this.#key = intent();
			if (done !== undefined) toasts.show(typeof done === 'string' ? done : done());
			return true;
		} catch (thrown) {
			this.refuse(problemFrom(thrown));
			return false;
		} finally {
			this.busy = false;
		}
	}

	/** Whether the change of that thing is on its way. */
	busyWith(of: string): boolean {
		return this.busy && this.#of === of;
	}

	/** Says what is wrong with it: the server's answer, or what was found before it was sent. */
	refuse(problem: Problem): void {
		// What was said before is taken back first: a field that is wrong in the same way
		// with something else in it would otherwise take the same words for the old ones.
		if (this.problem) {
			this.problem = undefined;
			flushSync();
		}
		this.problem = problem;
		// What was refused may be sent again with other details: another intent.
		if (!problem.passing) this.#key = intent();
		if (this.#toast) toasts.show(explain(problem, this.#texts), 'bad');
	}

	/** Says that fields are wrong, by their codes; nothing was sent. */
	refuseFields(fields: Record<string, string>): void {
		const list = Object.entries(fields).map(([field, code]) => ({ field, code, message: '' }));
		this.refuse(new Problem('invalid_request', 422, '', list));
	}

	/** Begins another change: nothing is wrong with it yet. */
	reset(): void {
		this.problem = undefined;
		this.#key = intent();
	}

	/** What is wrong with a field, to be said beside it. */
	error(field: string): string | undefined {
		return explainField(this.problem, field, this.#texts);
	}

	/** What is wrong with it as a whole; undefined when it is said beside a field. `shown` are the fields that can, by default all. */
	message(shown?: readonly string[]): string | undefined {
		const p = this.problem;
		if (!p) return undefined;
		const beside = shown ? p.fields.some((f) => shown.includes(f.field)) : p.fields.length > 0;
		return beside ? undefined : explain(p, this.#texts);
	}
}

/** What is wrong with a list of a form, or with the first of its things that is wrong; `most` are how many it can have. */
export function wrongIn(error: (field: string) => string | undefined, list: string, most: number): string | undefined {
	return [list, ...Array.from({ length: most }, (_, i) => `${list}[${i}]`)].map(error).find(Boolean);
}

/** Moves the focus to what is wrong with a form: its first field in error, else what is said about all of it. */
export async function focusProblem(form: HTMLElement | undefined): Promise<void> {
	await tick();
	(form?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? form?.querySelector<HTMLElement>('[role="alert"]'))?.focus();
}
