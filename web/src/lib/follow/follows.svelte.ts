import { api, take, type Schema } from '$lib/api/client';
import { session } from '$lib/session.svelte';

export type Follow = Schema['Follow'];

let list = $state.raw<Follow[]>();
/** Whose they are. */
let account = '';
let pending: Promise<void> | undefined;

const byName = (a: Follow, b: Follow) => a.organization.name.localeCompare(b.organization.name);

/** Whom the one who is signed in follows. */
export const follows = {
	/** undefined until the server has said. */
	get list(): Follow[] | undefined {
		const known = list; // is read in any case, so that whoever asks is told when it comes
		return session.me?.account?.id === account ? known : undefined;
	},
	/** Whether a host is followed; undefined: that is not known yet. */
	has(host: string): boolean | undefined {
		return follows.list?.some((f) => f.organization.id === host);
	},
	/** Asks once for each one who signs in. */
	load(): Promise<void> {
		const now = session.me?.account?.id ?? '';
		if (now !== account) [account, list, pending] = [now, undefined, undefined];
		if (!now) return Promise.resolve();
		pending ??= take(api.GET('/v1/me/follows')).then(
			({ items }) => {
				if (now === account) list = items;
			},
			(thrown: unknown) => {
				pending = undefined;
				throw thrown;
			}
		);
		return pending;
	},
	async follow(host: string): Promise<void> {
		const made = await take(api.PUT('/v1/me/follows/{organization_id}', { params: { path: { organization_id: host } } }));
		list = [...(list ?? []).filter((f) => f.organization.id !== host), made].sort(byName);
	},
	async unfollow(host: string): Promise<void> {
		await take(api.DELETE('/v1/me/follows/{organization_id}', { params: { path: { organization_id: host } } }));
		list = list?.filter((f) => f.organization.id !== host);
	}
};
