// @vitest-environment node
// @vitest-environment node
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { take, within } from './client';

let server: Server | undefined;

/** Starts a server, and says where. */
async function serve(answer: RequestListener): Promise<string> {
	const made = createServer(answer);
	server = made;
	await new Promise<void>((done) => made.listen(0, '127.0.0.1', done));
	return `http://127.0.0.1:${(made.address() as AddressInfo).port}/`;
}
afterEach(async () => {
	server?.closeAllConnections();
	await new Promise((done) => (server ? server.close(done) : done(undefined)));
	server = undefined;
});

/** Asks as the client does: the body is read before anybody gets it. */
async function ask(url: string, ms: number, signal?: AbortSignal) {
	const response = await within(ms)(new Request(url, { signal }));
	return { data: (await response.json()) as unknown, response };
}

const never = 600_000; // ms

describe('an answer that does not come', () => {
	it('is given up, and said to be no connection', async () => {
		const url = await serve(() => undefined);
		await expect(take(ask(url, 20))).rejects.toMatchObject({ code: 'offline', passing: true });
	});
	it('is given up when it stops in the middle', async () => {
		const url = await serve((_, response) => {
			response.writeHead(200, { 'Content-Type': 'application/json' });
			response.write('{"items": [');
		});
		await expect(take(ask(url, 20))).rejects.toMatchObject({ code: 'offline', passing: true });
	});
	it('is given up before its time when whoever asked wants that', async () => {
		const own = new AbortController();
		const url = await serve(() => own.abort());
		await expect(take(ask(url, never, own.signal))).rejects.toMatchObject({ code: 'offline' });
		await expect(take(ask(url, never, own.signal))).rejects.toMatchObject({ code: 'offline' });
	});
	it('is not missed when it comes', async () => {
		const url = await serve((_, response) => response.end('{"ok": true}'));
		expect(await take(ask(url, never))).toEqual({ ok: true });
	});
});
