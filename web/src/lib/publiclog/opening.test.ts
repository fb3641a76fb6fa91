// @vitest-environment node
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { entryOfProof } from './opening';

/** The server's tests read the same file. */
const openings = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../../../internal/tlog/testdata/openings.json'), 'utf8')) as {
	event: string;
	index: number;
	extra: string;
	entry: string;
}[];
const event = 'evt_3k9q0a7c1v5m';
const proof = (extra: string, index = 4) => `c2sp.org/tlog-proof@v1\nextra ${extra}\nindex ${index}\n\ncheckpoint`;

describe('a proof', () => {
	it.each(openings)('has the entry $index that it is of', async ({ event, index, extra, entry }) => {
		expect(await entryOfProof(event, proof(extra, index))).toBe(entry);
	});
	it.each([
		'',
		'x',
		proof(btoa('{"entry":1}')),
		proof(btoa('x'.repeat(60))),
		proof('=a'),
		'c2sp.org/tlog-proof@v1\nindex 4\n',
		proof(openings[0]!.extra.slice(0, 100))
	])('is not %j', async (text) => {
		expect(await entryOfProof(event, text)).toBeUndefined();
	});
});
