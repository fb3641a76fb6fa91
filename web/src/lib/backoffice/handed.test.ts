import { expect, it } from 'vitest';
import { handed } from './handed';

it('offers what people hand over for an amount', () => {
	expect(handed(2400, 2)).toEqual([2400, 2500, 3000, 4000, 5000, 10000]);
	expect(handed(2000, 2)).toEqual([2000, 5000, 10000]);
	expect(handed(16050, 2)).toEqual([16050, 16500, 17000, 18000, 20000]);
	expect(handed(7, 0)).toEqual([7, 10, 20, 50, 100]);
});
