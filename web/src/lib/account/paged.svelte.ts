import { problemFrom, type Problem } from '$lib/api/problem';

interface Page<T> {
	items: T[];
	next_cursor?: string;
}

/** A list that comes in pages. */
export function paged<T>(read: (cursor?: string) => Promise<Page<T>>) {
	let items = $state.raw<T[]>([]);
	let next = $state.raw<string>();
	let problem = $state.raw<Problem>();
	let loading = $state(false);
	let loaded = $state(false);

	async function more() {
		loading = true;
		problem = undefined;
		try {
			const page = await read(next);
			items = [...items, ...page.items];
			next = page.next_cursor;
			loaded = true;
		} catch (thrown) {
			problem = problemFrom(thrown);
		} finally {
			loading = false;
		}
	}
	void more();
	return {
		get items() {
			return items;
		},
		get problem() {
			return problem;
		},
		get loading() {
			return loading;
		},
		/** The first page has come. */
		get loaded() {
			return loaded;
		},
		get hasMore() {
			return next !== undefined;
		},
		more
	};
}
