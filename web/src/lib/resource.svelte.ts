import { problemFrom, type Problem } from '$lib/api/problem';

/** Something that is read from the server: not there yet, there, or why not. */
export interface Resource<T> {
	readonly data: T | undefined;
	readonly problem: Problem | undefined;
	readonly loading: boolean;
	/** Reads it again; what is there stays until the answer comes, or that of a later question. */
	reload(): Promise<void>;
	/** Puts what is known without asking. */
	set(value: T): void;
}

/** Reads something, at once unless `initial` is given. */
export function resource<T>(read: () => Promise<T>, initial?: T): Resource<T> {
	let data = $state.raw<T | undefined>(initial);
	let problem = $state.raw<Problem | undefined>();
	let loading = $state(false);
	let turn = 0;
	let latest: Promise<void> = Promise.resolve();

	async function ask(mine: number): Promise<void> {
		loading = true;
		try {
			const got = await read();
			if (mine !== turn) return await latest; // a later question was asked meanwhile: what it says is there when this ends
			data = got;
			problem = undefined;
		} catch (thrown) {
			if (mine !== turn) return await latest;
			problem = problemFrom(thrown);
		} finally {
			if (mine === turn) loading = false;
		}
	}

	const reload = () => (latest = ask(++turn));

	if (initial === undefined) void reload();
	return {
		get data() {
			return data;
		},
		get problem() {
			return problem;
		},
		get loading() {
			return loading;
		},
		reload,
		set(value: T) {
			turn++;
			latest = Promise.resolve();
			loading = false;
			problem = undefined;
			data = value;
		}
	};
}

/** Asks again now and then while somebody looks, and when they come back. */
export function refreshing(reload: () => void, every: number): () => void {
	const look = () => {
		if (document.visibilityState === 'visible' && navigator.onLine) reload();
	};
	const timer = setInterval(look, every);
	document.addEventListener('visibilitychange', look);
	window.addEventListener('online', look);
	return () => {
		clearInterval(timer);
		document.removeEventListener('visibilitychange', look);
		window.removeEventListener('online', look);
	};
}
