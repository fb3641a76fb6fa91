/**
 * Whether the server can be reached, found out by using it. While it can, a
 * question may take so long and no longer; after one that was not answered in
 * time nobody waits again until a look in the background has seen the server.
 */
export class Network {
	#reached: boolean;
	readonly #limit: number;
	readonly #changed: (online: boolean) => void;

	constructor(options: { online: boolean; limit: number; changed: (online: boolean) => void }) {
		this.#reached = options.online;
		this.#limit = options.limit;
		this.#changed = options.changed;
	}

	get online(): boolean {
		return this.#reached;
	}

	/** Says that the server was reached, or that it was not. */
	set(online: boolean): void {
		if (online === this.#reached) return;
		this.#reached = online;
		this.#changed(online);
	}

	/**
	 * Asks when that makes sense. undefined: there is no answer, decide alone. What
	 * `unreachable` does not say to be of the network is thrown on.
	 *
	 * `patience`, in ms, is for what nobody can decide alone: it is asked even
	 * when the server was not reached lately, and waited for that long.
	 */
	async ask<T>(question: (signal: AbortSignal) => Promise<T>, unreachable: (thrown: unknown) => boolean, patience?: number): Promise<T | undefined> {
		if (!this.#reached && patience === undefined) return undefined;
		const stop = new AbortController();
		let timer: ReturnType<typeof setTimeout> | undefined;
		const late = new Promise<undefined>((done) => {
			timer = setTimeout(() => {
				done(undefined);
				stop.abort();
			}, patience ?? this.#limit);
		});
		try {
			const answer = await Promise.race([question(stop.signal).then((value) => ({ value })), late]);
			if (answer) {
				this.set(true);
				return answer.value;
			}
		} catch (thrown) {
			if (!unreachable(thrown)) throw thrown;
		} finally {
			clearTimeout(timer);
		}
		this.set(false);
		return undefined;
	}
}
