import { untrack } from 'svelte';
import { intent } from '$lib/api/client';
import { problemFrom } from '$lib/api/problem';
import { Change, type Key } from '$lib/change.svelte';
import { session } from '$lib/session.svelte';
import { backoffice } from '$lib/translations/backoffice';

/** How long a pause shows what was typed, in ms. */
const pause = 500;

interface Calls<Draft, Shown> {
	preview: (draft: Draft, header: Key) => Promise<Shown>;
	test: (draft: Draft, to: string, header: Key) => Promise<unknown>;
}

/**
 * A message while it is written: how it reads, asked for at each pause, of which
 * only the last answer counts; a test of it to whoever writes; and sending or
 * storing it, by `change`, which has what is wrong with it however it was found.
 */
export function writing<Draft, Shown>(calls: Calls<Draft, Shown>) {
	const change = new Change({ texts: backoffice });
	const testing = new Change({ texts: backoffice });
	let shown = $state.raw<Shown>();
	let looking = $state(false);
	let judged = $state(false);
	let turn = 0;

	async function look(draft: Draft) {
		const mine = ++turn;
		looking = true;
		try {
			const got = await calls.preview(draft, { 'Idempotency-Key': intent() });
			if (mine !== turn) return;
			shown = got;
			change.problem = undefined;
		} catch (thrown) {
			if (mine === turn) change.problem = problemFrom(thrown);
		} finally {
			if (mine === turn) {
				looking = false;
				judged = true;
			}
		}
	}
	return {
		change,
		/** The answer to what was typed last. */
		get shown() {
			return shown;
		},
		get looking() {
			return looking;
		},
		/** Whether `change.problem` is about what stands there now, and not about what was typed before. */
		get judged() {
			return judged;
		},
		get testing() {
			return testing.busy;
		},
		/** Asks soon, unless something else is typed before: what an effect gives back. */
		soon(draft: Draft): () => void {
			turn++; // what is on its way is about what stood there before
			judged = false;
			const timer = setTimeout(() => void untrack(() => look(draft)), pause);
			return () => clearTimeout(timer);
		},
		/** Sends it to whoever writes it. */
		async test(draft: Draft): Promise<void> {
			const to = session.me?.account?.email;
			if (!to) return;
			await testing.send((header) => calls.test(draft, to, header), backoffice('compose.tested', { email: to }));
			if (testing.problem) change.problem = testing.problem;
		}
	};
}
