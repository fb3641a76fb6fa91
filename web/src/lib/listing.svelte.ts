import { problemFrom, type Problem } from '$lib/api/problem';

interface Page<T> {
	items: T[];
	next_cursor?: string;
}

/** Everything that a list has, page after page. */
export async function everyPage<T>(read: (cursor?: string) => Promise<Page<T>>): Promise<T[]> {
	const all: T[] = [];
	let cursor: string | undefined;
	do {
		const page = await read(cursor);
		all.push(...page.items);
		cursor = page.next_cursor;
	} while (cursor);
	return all;
}

/** How many empty pages of a search are asked for by themselves before somebody has to say so. */
const patience = 20;

/**
 * A list that comes in pages and begins again when what is looked for changes.
 * A search may answer with nothing and still have more: then it goes on.
 *
 * @param first a page that is known already, if any: the list begins with it.
 */
export function listing<T>(read: (cursor?: string) => Promise<Page<T>>, first?: Page<T>) {
	let items = $state.raw<T[]>(first?.items ?? []);
	let next = $state.raw(first?.next_cursor);
	let problem = $state.raw<Problem>();
	let loading = $state(false);
	let loaded = $state(first !== undefined);
	let turn = 0;

	async function go(from: T[], cursor: string | undefined) {
		const mine = ++turn;
		loading = true;
		problem = undefined;
		try {
			let page = await read(cursor);
			for (let i = 0; i < patience && !page.items.length && page.next_cursor && mine === turn; i++) page = await read(page.next_cursor);
			if (mine !== turn) return;
			items = [...from, ...page.items];
			next = page.next_cursor;
			loaded = true;
		} catch (thrown) {
			if (mine === turn) problem = problemFrom(thrown);
		} finally {
			if (mine === turn) loading = false;
		}
	}
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
		more: () => go(items, next),
		/** Begins again; what is shown stays until the answer comes. */
		restart: () => go([], undefined)
	};
}
export type Listing<T> = ReturnType<typeof listing<T>>;
