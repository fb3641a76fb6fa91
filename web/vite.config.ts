import { sveltekit } from '@sveltejs/kit/vite';
import tailwindcss from '@tailwindcss/vite';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

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

export default defineConfig({
	plugins: [announcer, tailwindcss(), sveltekit()],
	build: { target: 'es2022', assetsInlineLimit: 0 },
	worker: { format: 'es' },
	server: { proxy: { '/v1': server, '/openapi.json': server } },
	resolve: process.env.VITEST ? { conditions: ['browser'] } : undefined,
	test: { include: ['src/**/*.test.ts'], testTimeout: 30_000, environment: 'jsdom', setupFiles: ['src/lib/testing/setup.ts'] }
});
