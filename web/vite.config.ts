import { sveltekit } from '@sveltejs/kit/vite';
import tailwindcss from '@tailwindcss/vite';
import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { dictionaries } from './scripts/dictionaries.mjs';

// `vite dev` shows the app with hot reloading against a server started beside
// it: HOLDFAST_DEV_SERVER names it.
const server = process.env.HOLDFAST_DEV_SERVER ?? 'http://127.0.0.1:8080';

// Kit hides what it tells screen readers with an inline style, which our policy
// forbids; app.css has the same rule.
const announcer: Plugin = {
	name: 'announcer-without-style',
	enforce: 'pre',
	transform(code, id) {
		if (!id.split('?')[0]!.endsWith('/generated/root.svelte')) return;
		return code.replace(/(id="svelte-announcer"[^>]*?) style="[^"]*"/, '$1');
	}
};

/** The texts of members alone. */
const staff =
	'answers|applications|backoffice|bank|boxoffice|brand|calendar|campaigns|failedrefunds|guestlist|invitations|invoicing|languages|merchant|messages|organizer|phones|pictures|promocodes|purposes|rehearsal|resources|resourcesettings|retention|rules|saleimport|security|takers|tracking|venues|website';

/**
 * What pages share, in a few files, by the pages that use it: left alone there are a hundred and
 * forty, and on a slow line each costs a way there and back. What only one page has
 * stays with that page. A group takes what its files import along, unless one before
 * it has that. The first has what an event's page and all others begin with, but for
 * what that page does without.
 */
const shared: [name: string, files: RegExp, but?: RegExp][] = [
	[
		'base',
		/preload-helper|node_modules\/(svelte|@sveltejs|esm-env|openapi-fetch|devalue)\/|\/lib\/(api|i18n|event|registration)\/|\/lib\/guest\/TakePart\.svelte$|\/lib\/\w+(\.svelte)?\.ts$|\/translations\/\w+\.ts$|\/ui\//,
		new RegExp(
			`/api/countries\\.|/event/(EventCard|EventList|EventStrip|PassCalendar|Subscribe|calendarpart|note)\\.|/i18n/there\\.|/lib/listing\\.|/registration/(ConfirmAddress|TryOut)\\.|/translations/(address|goods|${staff})\\.ts$|/ui/(Countdown|Dialog|FileInput|FreshLink|Question|Select|SendAgain)\\.`
		)
	],
	['lists', /\/event\/(EventCard|EventList|EventStrip|Subscribe|note)\.|\/lib\/listing\./],
	['account', /\/lib\/(account|privacy)\//],
	['dialogs', /node_modules\/|\/lib\/ui\//],
	['pass-on', /\/transfer\/(Give|SellBack)\.svelte$/],
	['tickets', /\/lib\/(guest|ticket|checkout|transfer)\//],
	['seats', /\/lib\/seats\//],
	['manage', new RegExp(`/lib/(organizer|backoffice|pictures)/|/translations/(${staff})\\.ts$`)],
	['venues', /\/lib\/(venues|calendar)\//],
	['form', /\/lib\/eventform\//]
];

/** The texts of a language that are spoken together. */
const texts: [name: string, files: RegExp][] = [
	['texts', /\/translations\/(?:core|guest)\.ts\?language=(\w\w)$/],
	['texts-account', /\/translations\/(?:account|privacy)\.ts\?language=(\w\w)$/],
	['texts-tickets', /\/translations\/(?:checkout|seats|transfer)\.ts\?language=(\w\w)$/],
	['texts-manage', /\/translations\/(?:backoffice|calendar|messages|organizer|pictures|rules|venues)\.ts\?language=(\w\w)$/]
];

const parts: Plugin = {
	name: 'few-large-scripts',
	enforce: 'post',
	config(config) {
		// The server's build is only looked at, never shipped.
		if (config.build?.ssr) return;
		// What is fetched late is shared by nobody, and still belongs together.
		const late = new Set(['pass-on']);
		const groups = shared.map(([name, files, but], i) => ({
			name,
			test: (id: string) => files.test(id) && !but?.test(id),
			priority: shared.length - i,
			minShareCount: late.has(name) ? 1 : 2
		}));
		const spoken = texts.map(([name, test]) => ({ name: (id: string) => `${name}-${test.exec(id)![1]}`, test, priority: shared.length + 1 }));
		return { build: { rolldownOptions: { output: { codeSplitting: { groups: [...spoken, ...groups] } } } } };
	}
};

/**
 * Files of tests share a worker with its document and the modules that it has loaded,
 * because to make them again for each takes longer than the tests. Those that put
 * something else in a module's place run in a worker of their own. A file that wants no
 * document begins with `// @vitest-environment node`.
 */
function testFiles() {
	const files: Record<'node' | 'jsdom' | 'alone', string[]> = { node: [], jsdom: [], alone: [] };
	for (const file of readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((f) => f.endsWith('.test.ts'))) {
		const text = readFileSync(`src/${file}`, 'utf8');
		files[text.includes('vi.mock(') ? 'alone' : text.startsWith('// @vitest-environment node') ? 'node' : 'jsdom'].push(`src/${file}`);
	}
	const project = (name: keyof typeof files, environment: 'node' | 'jsdom', isolate: boolean) => ({
		extends: true as const,
		test: { name, include: files[name], environment, isolate }
	});
	return [project('jsdom', 'jsdom', false), project('node', 'node', false), project('alone', 'jsdom', true)];
}

export default defineConfig({
	plugins: [dictionaries, announcer, parts, tailwindcss(), sveltekit()],
	build: { target: 'es2022', assetsInlineLimit: 0 },
	worker: { format: 'es' },
	server: { proxy: { '/v1': server, '/openapi.json': server } },
	resolve: process.env.VITEST ? { conditions: ['browser'] } : undefined,
	test: { testTimeout: 90_000, setupFiles: ['src/lib/testing/setup.ts'], projects: process.env.VITEST ? testFiles() : undefined }
});
