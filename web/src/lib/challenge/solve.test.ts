// @vitest-environment node
import { readFile } from 'node:fs/promises';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { describe, expect, it } from 'vitest';
import type { Schema } from '$lib/api/client';
import { answerOf, derivation, expected, solve, type Challenge } from './solve';

const key = 'k'.repeat(32);
const ours = (c: unknown) => c as Challenge;
/** What the API says has all that is solved here: the compiler checks it. */
export const asTheApiSays = (c: Required<Pick<Schema['Challenge'], 'parameters' | 'signature'>>): Challenge => c;

describe('the public implementation of the protocol', () => {
	it('accepts what was solved here, on https and without', async () => {
		for (const derive of [await derivation(), await derivation(null as never)]) {
			for (const keyPrefix of ['0', '3f', '00']) {
				const challenge = await createChallenge({ algorithm: 'PBKDF2/SHA-256', cost: 50, keyPrefix, hmacSignatureSecret: key, deriveKey });
				const solution = await solve(ours(challenge).parameters, 0, 1, derive, () => undefined);
				const verdict = await verifySolution({ challenge, solution, hmacSignatureSecret: key, deriveKey });
				expect(verdict).toMatchObject({ verified: true });
			}
		}
	});
	it('has the solutions that the server was shown', async () => {
		const text = await readFile(new URL('../../../../internal/challenge/testdata/altcha.json', import.meta.url), 'utf8');
		const { answers } = JSON.parse(text) as { answers: { challenge: Challenge; solution: unknown }[] };
		expect(answers.length).toBeGreaterThan(0);
		const derive = await derivation();
		for (const { challenge, solution } of answers) expect(await solve(challenge.parameters, 0, 1, derive, () => undefined)).toEqual(solution);
	});
});

it('shares the work in steps, and says how much was tried', async () => {
	const { parameters } = ours(await createChallenge({ algorithm: 'PBKDF2/SHA-256', cost: 1, keyPrefix: '000', deriveKey }));
	const derive = await derivation();
	const tried: number[] = [];
	const found = await Promise.all([0, 1, 2].map((first) => solve(parameters, first, 3, derive, (n) => tried.push(n))));
	expect(found.map((f) => f.counter % 3)).toEqual([0, 1, 2]);
	const least = found.reduce((a, b) => (a.counter < b.counter ? a : b));
	expect(await solve(parameters, 0, 1, derive, () => undefined)).toEqual(least);
	const all = found.reduce((sum, f) => sum + Math.floor(f.counter / 3 / 32) * 32, 0);
	expect(tried.reduce((a, b) => a + b, 0)).toBe(all);
	expect(expected(parameters)).toBe(4096);
});

it('writes an answer as the header has it', () => {
	const challenge = { parameters: { cost: 1 }, signature: 'ab' } as Challenge;
	const solution = { counter: 7, derivedKey: '00' };
	expect(JSON.parse(atob(answerOf(challenge, solution)))).toEqual({ challenge, solution });
});
