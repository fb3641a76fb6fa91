import { download } from '$lib/ui/download';

/** Characters that a spreadsheet takes for the beginning of a formula. */
const formula = /^[=+\-@\t\r]/;

/** A line of CSV (RFC 4180); texts that look like formulas get an apostrophe in front. */
function line(cells: readonly (string | number)[]): string {
	return cells
		.map((c) => {
			const text = typeof c === 'string' && formula.test(c) ? `'${c}` : String(c);
			return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
		})
		.join(',');
}

/** Rows as CSV, with a header. */
export function csv(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
	return [header, ...rows].map(line).join('\r\n') + '\r\n';
}

/** Has the browser keep a text as a file. */
export function saveAs(name: string, text: string): void {
	download(name, new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }));
}
