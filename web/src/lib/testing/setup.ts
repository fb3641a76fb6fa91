import { afterAll, vi } from 'vitest';

// Loaded before each test file. A page asks for /v1/…; Node's Request wants the whole address.
if (typeof window !== 'undefined' && globalThis.Request.name !== 'Whole') {
	const Given = globalThis.Request;
	globalThis.Request = class Whole extends Given {
		constructor(input: RequestInfo | URL, init?: RequestInit) {
			super(typeof input === 'string' ? new URL(input, location.href).href : input, init);
		}
	};
}

// Files share a worker: each leaves it as it found it.
afterAll(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
	vi.unstubAllGlobals();
	if (typeof window === 'undefined') return;
	document.body.replaceChildren();
	localStorage.clear();
	sessionStorage.clear();
});
