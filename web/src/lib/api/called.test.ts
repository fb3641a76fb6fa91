// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

// A command of the API that no page has a button for.

type Operations = Record<string, { operationId: string }>;
const { paths } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../../../api/openapi.json'), 'utf8')) as { paths: Record<string, Operations> };

/** What changes something and is not called by the app. */
const uncalled = [
	// For programs, and for other systems.
	/^(change-checkin-list|change-checkin-pass|change-till|test-reminder|resume-pass|reissue-ticket|put-guest-contact|suppress-address|lift-suppression)$/,
	/^(reserve-seat|erase-booker|erase-person|erase-resource-entry|join-resource-waitlist|(release|withdraw)-resource-capacity)$/,
	/^receive-/,
	// The pages for it are the server's, and need no script.
	/^(put-feedback|decline-invitation|ask-for-rooms|ask-for-resource-place|(accept|decline)-resource-offer|checkout-resource-entry)$/,
	/^(set|cancel|checkout|confirm|move)-guest-/,
	/^(set|checkout|confirm|erase|leave)-resource-place/,
	// Called by another name than that of its path.
	/^(create-checkin-list|delete-code)$/
];

it('the app calls all that the API does', () => {
	const root = resolve(import.meta.dirname, '../..');
	const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
		.filter((f) => /\.(svelte|ts)$/.test(f) && !f.endsWith('.test.ts'))
		.map((f) => readFileSync(resolve(root, f), 'utf8'))
		.join('\n');
	const calls = new Set([...sources.matchAll(/\.(POST|PUT|PATCH|DELETE)\(\s*'([^']+)'/g)].map(([, method, path]) => `${method!.toLowerCase()} ${path}`));
	const missing = Object.entries(paths).flatMap(([path, of]) =>
		Object.entries(of).flatMap(([method, { operationId }]) => (/^(post|put|patch|delete)$/.test(method) && !calls.has(`${method} ${path}`) ? operationId : []))
	);
	expect(calls.size).toBeGreaterThan(150);
	expect(missing.filter((id) => !uncalled.some((known) => known.test(id)))).toEqual([]);
	expect(uncalled.filter((known) => !missing.some((id) => known.test(id))).map(String)).toEqual([]);
});
