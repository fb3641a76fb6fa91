import { Problem, type FieldProblem } from '$lib/api/problem';
import type { Schema } from '$lib/api/client';

/** What can be said about a registration before it is sent: the same that the API would say. */
export function checkRegistration(r: Schema['NewRegistration']): Problem | undefined {
	const fields: FieldProblem[] = [];
	const add = (field: string, code: string) => fields.push({ field, code, message: code });
	if (!r.name) add('name', 'required');
	if (!r.email) add('email', 'required');
	else if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(r.email)) add('email', 'bad_format');
	r.guests?.forEach((g, i) => {
		if (!g.name) add(`guests[${i}].name`, 'required');
	});
	return fields.length ? new Problem('invalid_request', 422, '', fields) : undefined;
}
