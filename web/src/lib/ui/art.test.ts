// @vitest-environment node
// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { artOf } from './art';

// internal/cover draws the top of mails and printed tickets in the same colours, and is held to the same file.
const grounds = JSON.parse(readFileSync(new URL('../../../../internal/cover/testdata/palettes.json', import.meta.url), 'utf8')) as Record<string, string>;

it('has the colours that mails and printed tickets have', () => {
	for (const [event, ground] of Object.entries(grounds)) expect([event, artOf(event).ground]).toEqual([event, ground]);
	expect(Object.keys(grounds).length).toBeGreaterThan(8);
});
