// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { odds, type Sale } from './odds';

type Case = Sale & { why: string; ahead: number; left: number; chance: string; share: number; each: number };
const cases = JSON.parse(readFileSync(new URL('../../../../internal/waitroom/testdata/odds.json', import.meta.url), 'utf8')) as Case[];

it.each(cases)('says as the server does whether something is left: $why', ({ ahead, left, chance, share, each, ...sale }) => {
	expect(odds(ahead, left, sale)).toMatchObject({ chance, share, each });
});
