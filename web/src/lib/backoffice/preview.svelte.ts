import { untrack } from 'svelte';
import { problemFrom, type Problem } from '$lib/api/problem';

/** How long a pause shows what was typed, in ms. */
const pause = 500;

/** How a message reads while it is written: asked for at each pause, and only the last answer counts. */
export function previewing<Draft, Shown>(read: (draft: Draft) => Promise<Shown>) {
	let shown = $state.raw<Shown>();
	let problem = $state.raw<Problem>();
	let looking = $state(false);
	let turn = 0;

	async function look(draft: Draft) {
		const mine = ++turn;
		looking = true;
		try {
			const got = await read(draft);
			if (mine !== turn) return;
			shown = got;
			problem = undefined;
		} catch (thrown) {
			if (mine === turn) problem = problemFrom(thrown);
		} finally {
			if (mine === turn) looking = false;
		}
	}
	return {
		/** The answer to what was typed last. */
		get shown() {
			return shown;
		},
		get looking() {
			return looking;
		},
		/** What is wrong with the message: as it was looked at, or as it was sent. */
		get problem() {
			return problem;
		},
		set problem(p: Problem | undefined) {
			problem = p;
		},
		/** Asks soon, unless something else is typed before: what an effect gives back. */
		soon(draft: Draft): () => void {
			const timer = setTimeout(() => void untrack(() => look(draft)), pause);
			return () => clearTimeout(timer);
		}
	};
}
