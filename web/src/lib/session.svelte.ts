import { api, take, type Schema } from '$lib/api/client';

export type Me = Schema['Me'];

let me = $state.raw<Me>();
let pending: Promise<Me> | undefined;

/** Who sits in front of the screen. */
export const session = {
	/** What is known; undefined until the server has said. */
	get me(): Me | undefined {
		return me;
	},
	get signedIn(): boolean {
		return me?.kind === 'person';
	},
	/** Asks once; everybody who asks meanwhile waits for the same answer. */
	ask(): Promise<Me> {
		pending ??= take(api.GET('/v1/me')).then(
			(m) => (me = m),
			(thrown: unknown) => {
				pending = undefined;
				throw thrown;
			}
		);
		return pending;
	},
	/** Takes what an answer said about it. */
	set(m: Me): void {
		me = m;
		pending = Promise.resolve(m);
	},
	async signOut(): Promise<void> {
		await take(api.DELETE('/v1/auth/session'));
		pending = undefined;
		await session.ask();
	}
};
