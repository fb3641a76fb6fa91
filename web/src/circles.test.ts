// @vitest-environment node
import { expect, it } from 'vitest';

const sources = import.meta.glob<string>('./lib/**/*.{ts,svelte}', { eager: true, query: '?raw', import: 'default' });

/** The folder of lib that a path of it is in; undefined for what lies in lib itself. */
const folderOf = (path: string) => /^([^/]+)\//.exec(path)?.[1];

/** The folders of lib, and which others each of them imports. */
function folders(): Map<string, Set<string>> {
	const graph = new Map<string, Set<string>>();
	for (const [file, text] of Object.entries(sources)) {
		const from = folderOf(file.replace('./lib/', ''));
		if (!from || file.endsWith('.test.ts')) continue;
		const uses = graph.get(from) ?? new Set();
		for (const [, path] of text.matchAll(/(?:from|import\()\s*'\$lib\/([^']+)'/g)) {
			const to = folderOf(path!);
			if (to && to !== from) uses.add(to);
		}
		graph.set(from, uses);
	}
	return graph;
}

it('no folder of lib imports one that imports it, by whatever way', () => {
	const graph = folders();
	expect(graph.size).toBeGreaterThan(10);
	// Take away, again and again, what imports nothing that is left: only circles stay.
	for (let before = -1; before !== graph.size;) {
		before = graph.size;
		for (const [folder, uses] of graph) if (![...uses].some((u) => graph.has(u))) graph.delete(folder);
	}
	expect([...graph.keys()]).toEqual([]);
});

it('reaches into another folder by its name, so that the first test sees it', () => {
	const hidden = Object.entries(sources).filter(([file, text]) => {
		const depth = file.replace('./lib/', '').split('/').length - 1;
		return [...text.matchAll(/(?:from|import\()\s*'((?:\.\.\/)+)/g)].some(([, up]) => up!.length / 3 >= depth);
	});
	expect(hidden.map(([file]) => file)).toEqual([]);
});
