import { api, take, type Schema } from '$lib/api/client';
import { session } from '$lib/session.svelte';

export type Follow = Schema['Follow'];

/** What can be followed: a host, or one of its series. */
export interface Followed {
	id: string;
	name: string;
	series?: boolean;
}

/** What a follow is of. */
export const followedBy = (f: Follow): Followed =>
	f.series ? { id: f.series.id, name: f.series.title, series: true } : { id: f.organization.id, name: f.organization.name };

let list = $state.raw<Follow[]>();
/** Whose they are. */
let account = '';
let pending: Promise<void> | undefined;

const byName = (a: Follow, b: Follow) => followedBy(a).name.localeCompare(followedBy(b).name);
const others = (id: string) => list?.filter((f) => followedBy(f).id !== id);

/** Whom the one who is signed in follows. */
export const follows = {
	/** undefined until the server has said. */
	get list(): Follow[] | undefined {
		const known = list; // is read in any case, so that whoever asks is told when it comes
		return session.me?.account?.id === account ? known : undefined;
	},
	/** Whether a host or a series is followed; undefined: that is not known yet. */
	has(id: string): boolean | undefined {
		return follows.list?.some((f) => followedBy(f).id === id);
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
	async follow({ id, series }: Followed): Promise<void> {
		const made = await take(
			series
				? api.PUT('/v1/me/followed-series/{series_id}', { params: { path: { series_id: id } } })
				: api.PUT('/v1/me/follows/{organization_id}', { params: { path: { organization_id: id } } })
		);
		list = [...(others(id) ?? []), made].sort(byName);
	},
	async unfollow({ id, series }: Followed): Promise<void> {
		await take(
			series
				? api.DELETE('/v1/me/followed-series/{series_id}', { params: { path: { series_id: id } } })
				: api.DELETE('/v1/me/follows/{organization_id}', { params: { path: { organization_id: id } } })
		);
		list = others(id);
	}
};
