// Lists what each page of the app is made of, for the server to name in the page's
// head: otherwise the browser learns of each file from the one before it.
//
//   node scripts/preloads.mjs   after `vite build`; writes dist/preloads.json
//
// It has addresses of scripts and stylesheets: under `routes` by route without its groups
// ("/events/[event]"), under `texts` by language those that every page speaks. What the
// shell names already is left out.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const dist = 'dist';
const generated = '.svelte-kit/generated/client-optimized';
const manifest = JSON.parse(readFileSync('.svelte-kit/output/client/.vite/manifest.json', 'utf8'));
const shell = readFileSync(`${dist}/shell.html`, 'utf8');

/** The files of a part and of all that it imports at once. */
function filesOf(key, found = new Set(), seen = new Set()) {
	if (seen.has(key)) return found;
	seen.add(key);
	const part = manifest[key];
	for (const file of [part.file, ...(part.css ?? [])]) found.add(`/${file}`);
	for (const name of part.imports ?? []) filesOf(name, found, seen);
	return found;
}

function filesOfAll(keys) {
	const files = [...new Set(keys.flatMap((key) => [...filesOf(key)]))].filter((file) => !shell.includes(`"${file}"`));
	for (const file of files) if (!existsSync(dist + file) && !existsSync(`${dist}${file}.br`)) throw new Error(`there is no ${file} in the build`);
	return files;
}

const nodes = new Map(
	readdirSync(`${generated}/nodes`).map((file) => [path.parse(file).name, Object.keys(manifest).find((key) => key.endsWith(`nodes/${file}`))])
);
const [, dictionary] = /export const dictionary = \{([^]*?)\};/.exec(readFileSync(`${generated}/app.js`, 'utf8'));
const routes = {};
for (const [, route, page, layouts] of dictionary.matchAll(/"([^"]+)": \[~?(\d+)(?:,\[([\d,]*)\])?/g)) {
	// Node 0 is the frame of every page.
	const parts = ['0', page, ...(layouts ?? '').split(',').filter(Boolean)];
	routes[route.replace(/\/\([^)]+\)/g, '') || '/'] = filesOfAll(parts.map((node) => nodes.get(node)));
}
const texts = {};
for (const [key, part] of Object.entries(manifest)) {
	const [, language] = /^texts-(\w\w)$/.exec(part.name ?? '') ?? [];
	if (language) texts[language] = filesOfAll([key]);
}
for (const route of ['/', '/events/[event]', '/events/[event]/seats', '/hosts/[host]', '/r/[token]', '/e/[token]', '/sign-in']) {
	if (!routes[route]?.length) throw new Error(`nothing is known of ${route}: ${Object.keys(routes).join(' ')}`);
}
const languages = Object.keys(Object.values(JSON.parse(readFileSync('src/lib/translations/core.json', 'utf8')))[0]);
for (const language of languages) {
	if (!texts[language]?.length) throw new Error(`nothing is known of the texts in ${language}`);
}
writeFileSync(`${dist}/preloads.json`, JSON.stringify({ routes, texts }));
