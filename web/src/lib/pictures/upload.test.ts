import { describe, expect, it } from 'vitest';
import { smaller } from './upload';

describe('a picture that is made smaller', () => {
	it('keeps its shape, and is never made larger', () => {
		expect(smaller(8000, 6000)).toEqual([3200, 2400]);
		expect(smaller(6000, 8000)).toEqual([2400, 3200]);
		expect(smaller(1000, 500)).toEqual([1000, 500]);
		expect(smaller(100000, 1)).toEqual([3200, 1]);
	});
});
