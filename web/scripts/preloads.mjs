// Lists what each page of the app is made of, for the server to name in the page's
// head: otherwise the browser learns of each file from the one before it.
//
//   node scripts/preloads.mjs   after `vite build`; writes dist/preloads.json
//
// Its keys are routes without their groups ("/events/[event]"), components that are
// fetched late ("checkout/Buy") and the texts of a language that are spoken together
// ("texts-de"); its values are addresses of scripts and stylesheets. What the shell
// names already is left out.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const dist = 'dist';
const generated = '.svelte-kit/generated/client-optimized';
const manifest = JSON.parse(readFileSync('.svelte-kit/output/client/.vite/manifest.json', 'utf8'));
const shell = readFileSync(`${dist}/shell.html`, 'utf8');

/** The files of a part and of all that it imports. */
function files(key, found = new Set()) {
	const part = manifest[key];
	for (const file of [part.file, ...(part.css ?? [])]) {
		if (found.has(file) && file === part.file) return found;
		found.add(file);
	}
	for (const name of part.imports ?? []) files(name, found);
	return found;
}

const out = {};
function add(name, keys) {
	const all = new Set(keys.flatMap((key) => [...files(key)]));
	out[name] = [...new Set([...(out[name] ?? []), ...[...all].map((f) => `/${f}`).filter((f) => !shell.includes(`"${f}"`))])];
	for (const f of out[name]) if (!existsSync(dist + f)) throw new Error(`there is no ${f} in the build`);
}

const nodes = new Map(readdirSync(`${generated}/nodes`).map((f) => [path.parse(f).name, Object.keys(manifest).find((key) => key.endsWith(`nodes/${f}`))]));
const app = readFileSync(`${generated}/app.js`, 'utf8');
const dictionary = /export const dictionary = \{([^]*?)\};/.exec(app)[1];
for (const [, route, page, layouts] of dictionary.matchAll(/"([^"]+)": \[~?(\d+)(?:,\[([\d,]*)\])?/g)) {
	const name = route.replace(/\/\([^)]+\)/g, '') || '/';
	add(name, [page, ...(layouts ?? '').split(',').filter(Boolean)].map((node) => nodes.get(node)));
}
for (const [key, part] of Object.entries(manifest)) {
	if (part.isDynamicEntry && key.startsWith('src/lib/') && key.endsWith('.svelte')) add(key.slice('src/lib/'.length, -'.svelte'.length), [key]);
	if (/^texts(-\w+)?-\w\w$/.test(part.name ?? '')) add(part.name, [key]);
}
for (const needed of ['/', '/events/[event]', '/events/[event]/seats', '/r/[token]', '/sign-in', '/hosts/[host]', 'checkout/Buy', 'texts-en', 'texts-de']) {
	if (!out[needed]) throw new Error(`nothing is known of ${needed}: ${Object.keys(out).join(' ')}`);
}
writeFileSync(`${dist}/preloads.json`, JSON.stringify(out));
