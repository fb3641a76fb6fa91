import { intent } from '$lib/api/client';
import { problemFrom, type Problem } from '$lib/api/problem';

/**
 * A change that somebody makes with a button: whether it is on its way, and what
 * was said against it. Its key stays while it is not known what became of it, so
 * that trying again does nothing twice.
 */
export class Sending {
	busy = $state(false);
	problem = $state.raw<Problem>();
	#key = intent();

	/** Sends it, unless it is on its way. */
	async go(send: (header: { 'Idempotency-Key': string }) => Promise<void>): Promise<void> {
		if (this.busy) return;
		this.busy = true;
		this.problem = undefined;
		try {
			await send({ 'Idempotency-Key': this.#key });
			this.#key = intent();
		} catch (thrown) {
			this.problem = problemFrom(thrown);
			if (!this.problem.passing) this.#key = intent();
		} finally {
			this.busy = false;
		}
	}
	/** Something else is to be sent. */
	afresh(): void {
		this.problem = undefined;
		this.#key = intent();
	}
}
