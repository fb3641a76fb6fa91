import adapter from '@sveltejs/adapter-static';

/** @type {import('@sveltejs/kit').Config} */
export default {
	compilerOptions: { runes: true },
	kit: {
		// One shell for every address of the app. The server fills it in for the
		// pages that are shared, and hashes its bootstrap for the policy.
		adapter: adapter({ pages: 'dist', assets: 'dist', fallback: 'shell.html', precompress: true }),
		prerender: { entries: [] },
		version: { pollInterval: 0 },
		// The door registers it, for its own pages.
		serviceWorker: { register: false },
		output: { preloadStrategy: 'modulepreload' },
		paths: { relative: false }
	}
};
