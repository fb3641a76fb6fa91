import { Problem, type FieldProblem } from '$lib/api/problem';
import type { Schema } from '$lib/api/client';
import { emailProblem } from '$lib/ui/email';

/** What can be said about a registration before it is sent: the same that the API would say. */
export function checkRegistration(r: Schema['NewRegistration'], named: Schema['Event']['guest_names'] = 'required'): Problem | undefined {
	const fields: FieldProblem[] = [];
	const add = (field: string, code: string) => fields.push({ field, code, message: code });
	if (!r.name) add('name', 'required');
	const wrong = emailProblem(r.email ?? '');
	if (wrong) add('email', wrong);
	r.guests?.forEach((g, i) => {
		if (!g.name && named === 'required') add(`guests[${i}].name`, 'required');
	});
	return fields.length ? new Problem('invalid_request', 422, '', fields) : undefined;
}
