// Which page of the app a script is looking at, and whether it looked at all that
// are its own. routes.json says whose each is; src/routes.test.ts fails when a
// page is missing there.
import { readFileSync } from 'node:fs';

const routes = JSON.parse(readFileSync(new URL('routes.json', import.meta.url), 'utf8'));

/** The sizes and themes in which each page is looked at. */
export const sizes = [
	{ width: 390, height: 844 },
	{ width: 1280, height: 900 }
];
export const themes = ['light', 'dark'];

const patterns = Object.keys(routes)
	// What is spelled out comes before what stands for anything.
	.sort((a, b) => a.split('[').length - b.split('[').length || b.length - a.length)
	.map((route) => [route, new RegExp(`^${route.replace('[...path]', '.*').replaceAll(/\[\w+\]/g, '[^/]+')}$`)]);

/** The route that an address belongs to. */
export function routeOf(url) {
	const { pathname } = new URL(url);
	return patterns.find(([route, pattern]) => route !== '/[...path]' && pattern.test(pathname))?.[0] ?? '/[...path]';
}

/** Adds what a script should have looked at with axe and did not. */
export function unseen(findings, script) {
	for (const [route, of] of Object.entries(routes)) {
		if (of.script !== script) continue;
		const missing = sizes.flatMap(({ width }) => themes.map((theme) => `${width} ${theme}`)).filter((look) => !findings.seen.has(`${route} ${look}`));
		if (missing.length) findings.add(`nobody looked at ${route} (${missing.join(', ')}), as routes.json says that ${script} does`);
	}
}
