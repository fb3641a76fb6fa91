import { expect, test } from 'vitest';
import { chosenOf } from './addons';

test('add-ons are sent in the order in which they stand, without those that are not wanted', () => {
	expect(chosenOf({ aon_2: '20', aon_3: '0', aon_1: ' 1 ' })).toEqual([
		{ add_on_id: 'aon_2', quantity: 20 },
		{ add_on_id: 'aon_1', quantity: 1 }
	]);
});
