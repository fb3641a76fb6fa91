import { afterEach, expect, it, vi } from 'vitest';
import { client, intent } from './client';

afterEach(() => vi.unstubAllGlobals());

/** Asks with a key for one thing and another, and says which keys were sent. */
async function sent(key: string, ...names: string[]): Promise<string[]> {
	const keys: string[] = [];
	vi.stubGlobal('fetch', async (request: Request) => {
		keys.push(request.headers.get('Idempotency-Key')!);
		expect(((await request.json()) as { name: string }).name).toBe(names[keys.length - 1]);
		return new Response('{}', { status: 201, headers: { 'Content-Type': 'application/json' } });
	});
	for (const name of names) await client().POST('/v1/venues', { params: { header: { 'Idempotency-Key': key } }, body: { name } });
	return keys;
}

it('has one key for each body of an intent', async () => {
	const [first, again, edited, swapped] = await sent(intent(), 'Harbour 12', 'Harbour 12', 'Harbour 13', 'Harbour 31');
	expect(again).toBe(first);
	expect(new Set([first, edited, swapped]).size).toBe(3);
	expect(first).toMatch(/^[0-9a-f]{32}-[0-9a-f]{16}$/);
});
it('has other keys for another intent with the same body', async () => {
	const [one] = await sent(intent(), 'Hall');
	const [other] = await sent(intent(), 'Hall');
	expect(other).not.toBe(one);
});
