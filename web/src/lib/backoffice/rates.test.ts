import { expect, test } from 'vitest';
import { ratesIn, typedRates } from './rates';

test('rates are typed as a country and a percentage a line', () => {
	expect(ratesIn('fr 20\n\n AT: 10,5 %\n')).toEqual({ FR: 2000, AT: 1050 });
	expect(typedRates({ FR: 2000, AT: 1050 })).toBe('AT 10.5\nFR 20');
	expect(ratesIn(typedRates({ FR: 550, IE: 0 }))).toEqual({ FR: 550, IE: 0 });
	expect(ratesIn('France\nIT much')).toEqual({ FRANCE: -1, IT: -1 });
});
