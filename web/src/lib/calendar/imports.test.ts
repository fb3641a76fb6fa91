import { describe, expect, it } from 'vitest';
import type { Room } from './house';
import { elsewhereOn } from './imports';

describe('what is taken elsewhere', () => {
	const rooms = [{ id: 'hall' }, { id: 'east', part_of: 'hall' }, { id: 'west', part_of: 'hall' }, { id: 'cellar' }] as Room[];
	const list = [
		{ room: 'east', from: 10, to: 20 },
		{ room: 'hall', from: 5, to: 8 },
		{ room: 'cellar', from: 0, to: 100 }
	];
	const on = (room: string, from = 0, to = 30) => elsewhereOn(list, rooms, room, from, to).map((e) => e.from);
	it('keeps a room, its parts and its whole', () => {
		expect(on('hall')).toEqual([5, 10]);
		expect(on('east')).toEqual([5, 10]);
		expect(on('west')).toEqual([5]);
		expect(on('cellar')).toEqual([0]);
	});
	it('is of the time that is shown', () => {
		expect(on('hall', 8, 10)).toEqual([]);
		expect(on('hall', 7, 11)).toEqual([5, 10]);
	});
});
