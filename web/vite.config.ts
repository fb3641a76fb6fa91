import { sveltekit } from '@sveltejs/kit/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vitest/config';

// `vite dev` shows the app with hot reloading against a server started beside
// it: HOLDFAST_DEV_SERVER names it.
const server = process.env.HOLDFAST_DEV_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
	plugins: [tailwindcss(), sveltekit()],
	build: { target: 'es2022', assetsInlineLimit: 0 },
	server: { proxy: { '/v1': server, '/openapi.json': server } },
	resolve: process.env.VITEST ? { conditions: ['browser'] } : undefined,
	test: { include: ['src/**/*.test.ts'], environment: 'jsdom' }
});
