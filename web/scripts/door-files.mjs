// Lists what the door's page is made of, for its service worker to keep: begins
// with what the shell names and with the door's own parts, and follows every
// name of a built file in them. Other pages' parts are left out.
//
//   node scripts/door-files.mjs   after `vite build`; writes dist/door-files.json
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const dist = 'dist';
const generated = '.svelte-kit/generated/client-optimized';
const outside = ['/theme.js', '/icon.svg', '/door.webmanifest', '/door-192.png', '/door-512.png'];

/** The numbers of Kit's nodes that a visitor of the door needs: the frame, the error page, and the door's. */
const ours = new Set(['0', '1']);
for (const file of readdirSync(`${generated}/nodes`)) {
	if (readFileSync(`${generated}/nodes/${file}`, 'utf8').includes('/routes/(door)/')) ours.add(path.parse(file).name);
}

const manifest = JSON.parse(readFileSync('.svelte-kit/output/client/.vite/manifest.json', 'utf8'));
const keyOf = (node) => Object.keys(manifest).find((key) => key.endsWith(`client-optimized/nodes/${node}.js`));
const others = new Set(
	readdirSync(`${generated}/nodes`)
		.map((f) => path.parse(f).name)
		.filter((node) => !ours.has(node))
		.map((node) => manifest[keyOf(node)]?.file)
);

const found = new Set();
function follow(file) {
	if (found.has(file) || others.has(file) || !existsSync(`${dist}/${file}`)) return;
	found.add(file);
	if (!/\.(js|css|html)$/.test(file)) return;
	const text = readFileSync(`${dist}/${file}`, 'utf8');
	// This one names the parts of every page, with what they need.
	const everybodys = file.includes('/entry/app.');
	for (const [, name] of text.matchAll(/["'`(]([^"'`()\s]+\.(?:js|css|wasm|woff2|svg|png))(?=["'`)?])/g)) {
		if (name.startsWith('.')) follow(path.posix.join(path.posix.dirname(file), name));
		else if (!everybodys && /^\/?_app\//.test(name)) follow(name.replace(/^\//, ''));
	}
}

/** The stylesheets of a part and of all that it imports, which the part itself does not name. */
function styles(key, seen = new Set()) {
	const part = manifest[key];
	if (!part || seen.has(key)) return;
	seen.add(key);
	for (const css of part.css ?? []) follow(css);
	for (const name of part.imports ?? []) styles(name, seen);
}

follow('shell.html');
found.delete('shell.html');
for (const node of ours) {
	follow(manifest[keyOf(node)].file);
	styles(keyOf(node));
}
const files = [...[...found].sort().map((f) => `/${f}`), ...outside];
for (const f of outside) if (!existsSync(dist + f)) throw new Error(`there is no ${f} in the build`);
for (const kind of ['reader.worker', '.wasm', '.woff2', '.css']) {
	if (!files.some((f) => f.includes(kind))) throw new Error(`the door lacks its ${kind}: ${files.join(' ')}`);
}
writeFileSync(`${dist}/door-files.json`, JSON.stringify(files));
