// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { paragraphOf, paragraphs, typed } from './paragraphs';

describe('paragraphs', () => {
	it('end at an empty line', () => {
		expect(paragraphs('Hello\nthere.\n\n \nDoors open\tat six.\n')).toEqual(['Hello there.', 'Doors open at six.']);
		expect(paragraphs(' \n\n ')).toEqual([]);
		expect(paragraphs(typed(['a', 'b']))).toEqual(['a', 'b']);
	});
	it('are named by problems', () => {
		expect([paragraphOf('body[2]', 'body'), paragraphOf('body', 'body'), paragraphOf('after[0]', 'body')]).toEqual([2, undefined, undefined]);
	});
});
