import { existsSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import looked from '../e2e/routes.json';

/** The pages of the app, as their addresses: groups are not part of one. */
const pages = Object.keys(import.meta.glob('./routes/**/+page.svelte')).map(
	(file) =>
		file
			.replace('./routes', '')
			.replace('/+page.svelte', '')
			.replaceAll(/\/\([^)]*\)/g, '') || '/'
);

it('every page is looked at with axe by one of the journeys', () => {
	expect(pages.length).toBeGreaterThan(30);
	expect(Object.keys(looked).sort()).toEqual(pages.sort());
	for (const { journey } of Object.values(looked)) expect(existsSync(`e2e/journeys/${journey}.spec.ts`), journey).toBe(true);
});

/** The sources of the browser tests. */
const tests = Object.values(import.meta.glob<string>('../e2e/**/*.{mjs,ts}', { query: '?raw', import: 'default', eager: true })).join('\n');

it('a picture of every page is taken by one of the browser tests', () => {
	const screens = Object.values(looked).map(({ screen }) => screen);
	expect(screens.filter((name) => !new RegExp(`['"\`]${name}['"\`]`).test(tests))).toEqual([]);
});

it('a dozen of the pictures are kept, each of which a browser test takes', () => {
	const kept = readdirSync('../docs/screens').filter((name) => name.endsWith('.png'));
	expect(kept.length).toBeGreaterThan(8);
	expect(kept.length).toBeLessThan(17);
	for (const file of kept) {
		const [, name] = /^(.*)-(?:390|1280)-(?:light|dark)\.png$/.exec(file) ?? [];
		expect(name && new RegExp(`['"\`]${name}['"\`]`).test(tests), file).toBeTruthy();
	}
});
