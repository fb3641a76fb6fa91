import type { Schema } from '$lib/api/client';
import { explainField } from '$lib/api/explain';
import { Problem } from '$lib/api/problem';
import { guestlist } from '$lib/translations/guestlist';
import { placeOf } from './listfile';

export type Fault = NonNullable<Schema['ImportReport']['faults']>[number];

const columns = 'email, user_id, name, first_name, last_name, guests, tier, locale, priority_class';

/** What is wrong at a place of a list, in the reader's language. */
export function sayFault(f: Fault): string {
	const { line, column } = placeOf(f.field);
	if (f.code === 'required' && line === 0) return guestlist('fault.empty');
	if (f.code === 'required' && line === 1) return guestlist('fault.noPerson');
	if (f.code === 'duplicate' && column) return guestlist('fault.twice');
	const key = `fault.${f.code}`;
	if (guestlist.has(key)) return guestlist(key, { columns });
	// What registering the person alone would have met is said as it is said there.
	return explainField(new Problem('invalid_request', 422, '', [{ ...f, field: column }]), column) ?? f.message;
}
