/// <reference types="@sveltejs/kit" />
/// <reference no-default-lib="true"/>
/// <reference lib="esnext" />
/// <reference lib="webworker" />
// Keeps the door's page, so that it opens in airplane mode. It is registered for
// /door alone, keeps the files that this page is made of, and nothing that the
// API answers.
import { version } from '$service-worker';

const worker = self as unknown as ServiceWorkerGlobalScope;
const cacheName = `door-${version}`;
const shell = '/door';
/** The files of the door, listed by scripts/door-files.mjs after the build. */
const list = '/door-files.json';
/** How long a page may take to come over the network before the kept one is shown, in ms. */
const patience = 3000;

worker.addEventListener('install', (event) => {
	event.waitUntil(keep().then(() => worker.skipWaiting()));
});

async function keep(): Promise<void> {
	const files = (await (await fetch(list, { cache: 'no-cache' })).json()) as string[];
	const cache = await caches.open(cacheName);
	// All or nothing: half a page is none.
	await cache.addAll([...files, new Request(shell, { cache: 'no-cache', credentials: 'omit' })]);
}

worker.addEventListener('activate', (event) => {
	event.waitUntil(forget().then(() => worker.clients.claim()));
});

async function forget(): Promise<void> {
	for (const name of await caches.keys()) if (name.startsWith('door-') && name !== cacheName) await caches.delete(name);
}

worker.addEventListener('fetch', (event) => {
	const { request } = event;
	const url = new URL(request.url);
	if (request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/v1/')) return;
	if (request.mode === 'navigate') {
		if (url.pathname === shell || url.pathname.startsWith(`${shell}/`)) event.respondWith(page(request));
	} else {
		event.respondWith(file(request));
	}
});

/** The newest page when it comes soon, else the kept one. */
async function page(request: Request): Promise<Response> {
	try {
		const response = await fetch(request, { signal: AbortSignal.timeout(patience) });
		if (response.status < 500) return response;
	} catch {
		// No network, or none to speak of.
	}
	return (await caches.match(shell)) ?? Response.error();
}

/** The kept file when there is one: names hold their content, and what does not is as old as the page. */
async function file(request: Request): Promise<Response> {
	return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}
