import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import looked from '../e2e/routes.json';

/** The pages of the app, as their addresses: groups are no part of one. */
const pages = Object.keys(import.meta.glob('./routes/**/+page.svelte')).map(
	(file) => file.replace('./routes', '').replace('/+page.svelte', '').replaceAll(/\/\([^)]*\)/g, '') || '/'
);

it('every page is looked at with axe by one of the browser tests', () => {
	expect(pages.length).toBeGreaterThan(30);
	expect(Object.keys(looked).sort()).toEqual(pages.sort());
	for (const { script } of Object.values(looked)) expect(existsSync(`e2e/${script}.mjs`), script).toBe(true);
});

it('every page has its screens, at both sizes and in both themes', () => {
	const screens = Object.values(looked).flatMap(({ screen }) => ['390-light', '390-dark', '1280-light', '1280-dark'].map((look) => `${screen}-${look}.png`));
	expect(screens.filter((name) => !existsSync(`../docs/screens/${name}`))).toEqual([]);
});
