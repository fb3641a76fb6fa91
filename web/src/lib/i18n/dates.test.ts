import { expect, test } from 'vitest';
import { moment, readersZone, zoneName } from './dates';
import { momentThere, zoneNote } from './there';

test('times there name their zone where the clocks of the reader show something else', () => {
	const at = new Date('2027-06-01T16:00:00Z');
	const far = readersZone() === 'Pacific/Auckland' ? 'Europe/Berlin' : 'Pacific/Auckland';
	expect(momentThere(at, far)).toBe(`${moment(at, far)} ${zoneName(at, far)}`);
	expect(momentThere(at, readersZone())).toBe(moment(at));
	expect(zoneNote(at, far)).not.toBe('');
	expect(zoneNote(at, readersZone())).toBe('');
});
