// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { csv } from './sheet';

describe('csv', () => {
	it('quotes what needs it and disarms formulas', () => {
		expect(
			csv(
				['Name', 'Tickets'],
				[
					['Ada "Countess", Lovelace', 2],
					['=1+1', 0],
					['-5', 1]
				]
			)
		).toBe('Name,Tickets\r\n"Ada ""Countess"", Lovelace",2\r\n\'=1+1,0\r\n\'-5,1\r\n');
	});
});
