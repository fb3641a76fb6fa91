import { api, take, type Schema } from '$lib/api/client';

export type Me = Schema['Me'];

let me = $state.raw<Me>();
/** How the tabs of a browser tell each other; old browsers have none. */
const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('holdfast-session');
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
		const before = me;
		me = m;
		pending = Promise.resolve(m);
		if (m.kind === 'person' && before?.kind !== 'person') tabs?.postMessage('signed in');
	},
	/**
	 * Calls back when somebody has signed in elsewhere in this browser: another tab says
	 * so, or this one, coming back to the front, finds out. Returns what ends it.
	 */
	elsewhere(found: (m: Me) => void): () => void {
		const look = () => {
			if (document.visibilityState === 'hidden' || me?.kind === 'person') return;
			pending = undefined;
			session.ask().then(
				(m) => m.kind === 'person' && found(m),
				() => undefined // the next look may find out
			);
		};
		const told = () => {
			pending = undefined;
			session.ask().then(
				(m) => m.kind === 'person' && found(m),
				() => undefined
			);
		};
		tabs?.addEventListener('message', told);
		document.addEventListener('visibilitychange', look);
		return () => {
			tabs?.removeEventListener('message', told);
			document.removeEventListener('visibilitychange', look);
		};
	},
	/** Nobody is known any more: whoever asks next asks the server. */
	forget(): void {
		me = undefined;
		pending = undefined;
	},
	async signOut(): Promise<void> {
		await take(api.DELETE('/v1/auth/session'));
		pending = undefined;
		await session.ask();
	}
};
