// Loaded before each test file. A page asks for /v1/…; Node's Request wants the whole address.
if (typeof window !== 'undefined') {
	const Whole = globalThis.Request;
	globalThis.Request = class extends Whole {
		constructor(input: RequestInfo | URL, init?: RequestInit) {
			super(typeof input === 'string' ? new URL(input, location.href).href : input, init);
		}
	};
}
