import { Problem, type FieldProblem } from '$lib/api/problem';
import { explainField } from '$lib/api/explain';
import { venues as t } from '$lib/translations/venues';

/** What is wrong, in the reader's language: in the words of plans where there are such. */
export function sayFault(f: FieldProblem): string {
	const key = `fault.${f.code}`;
	if (t.has(key)) return t(key);
	return explainField(new Problem('invalid_request', 422, '', [f]), f.field) ?? f.message;
}

/** A place that the API names: sections[0].rows[2].seats[5].number */
export interface Named {
	section: number;
	row?: number;
	seat?: number;
	/** What of it is wrong. */
	what: string;
}

export function namedIn(field: string): Named | undefined {
	const m = /^sections\[(\d+)\](?:\.rows\[(\d+)\])?(?:\.seats\[(\d+)\])?\.?(.*)$/.exec(field);
	if (!m) return undefined;
	return { section: Number(m[1]), ...(m[2] !== undefined && { row: Number(m[2]) }), ...(m[3] !== undefined && { seat: Number(m[3]) }), what: m[4] ?? '' };
}

/** A place of a CSV file: csv[7].number. Lines are counted from 1, as editors count them. */
export function lineIn(field: string): { line: number; column: string } | undefined {
	const m = /^csv\[(\d+)\](?:\.(\w+))?$/.exec(field);
	return m ? { line: Number(m[1]), column: m[2] ?? '' } : undefined;
}
