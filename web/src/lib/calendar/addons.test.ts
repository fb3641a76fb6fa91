import { expect, test } from 'vitest';
import { chosenOf } from './addons';

test('add-ons are sent in the order of the venue, whichever was chosen first', () => {
	expect(chosenOf({ aon_2: '20', aon_3: '0', aon_1: ' 1 ' })).toEqual([
		{ add_on_id: 'aon_1', quantity: 1 },
		{ add_on_id: 'aon_2', quantity: 20 }
	]);
});
