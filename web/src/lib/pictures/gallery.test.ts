import { expect, it } from 'vitest';
import type { Schema } from '$lib/api/client';
import { copied, sent, uploaded, wordless } from './gallery';

const picture = (name: string, alt: string): Schema['Cover'] => ({
	picture_id: name,
	alt,
	focal_point: { x: 20, y: 70 },
	width: 640,
	height: 360,
	sources: []
});

it('sends all pictures in their order, with their words', () => {
	const list = [picture('pic_b', ' The hall '), picture('pic_a', 'The yard')];
	expect(sent(list)).toEqual([
		{ picture_id: 'pic_b', alt: 'The hall', focal_point: { x: 20, y: 70 } },
		{ picture_id: 'pic_a', alt: 'The yard', focal_point: { x: 20, y: 70 } }
	]);
	expect(sent([])).toEqual([]);
});

it('names those that are not put into words', () => {
	expect(wordless([picture('pic_a', 'x'), picture('pic_b', '  '), picture('pic_c', '')])).toEqual({
		'pictures[1].alt': 'required',
		'pictures[2].alt': 'required'
	});
	expect(wordless([picture('pic_a', 'x')])).toEqual({});
	expect(uploaded({ id: 'pic_a', width: 2, height: 1, sources: [], created_at: '' })).toMatchObject({
		picture_id: 'pic_a',
		alt: '',
		focal_point: { x: 50, y: 50 }
	});
});

it('changes nothing of what was read', () => {
	const read = [picture('pic_a', 'x')];
	const form = copied(read);
	form[0]!.focal_point.x = 90;
	form[0]!.alt = 'y';
	expect(read).toEqual([picture('pic_a', 'x')]);
});
