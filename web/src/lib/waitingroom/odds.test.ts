// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { enoughFor, odds, type Sale } from './odds';

type Case = Sale & { why: string; ahead: number; left: number; chance: string; share: number; each: number };
const cases = JSON.parse(readFileSync(new URL('../../../../internal/waitroom/testdata/odds.json', import.meta.url), 'utf8')) as Case[];

it.each(cases)('says as the server does whether something is left: $why', ({ ahead, left, chance, share, each, ...sale }) => {
	expect(odds(ahead, left, sale)).toMatchObject({ chance, share, each });
});

it('says of few that there is something for one in a hundred, and of all only where there is enough', () => {
	const few = [
		[0, 5],
		[0, 0],
		[10, 20],
		[10, 19],
		[1000, 1999],
		[1000, 1],
		[1000, 0],
		[412, 60]
	] as const;
	expect(few.map(([people, units]) => enoughFor(people, units))).toEqual([100, 0, 100, 95, 99, 1, 0, 7]);
});
