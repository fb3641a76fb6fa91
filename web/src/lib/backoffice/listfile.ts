/** What a file may be, as the API has it. */
export const most = { bytes: 8_000_000, lines: 50_000 } as const;

/** How the bytes of a file were read as text. */
export type Encoding = 'utf-8' | 'utf-16' | 'windows-1252';

/**
 * Reads the bytes of a list as text. What is not UTF-8 comes from a spreadsheet
 * that knows no better: UTF-16 says so itself, everything else is taken for
 * Windows' letters of Western Europe, which whoever looks has to confirm.
 */
export function decode(bytes: Uint8Array): { text: string; encoding: Encoding } {
	if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'utf-16' };
	if (bytes[0] === 0xfe && bytes[1] === 0xff) return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'utf-16' };
	try {
		return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
	} catch {
		return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' };
	}
}

/** Where something is wrong: 0 is the file as a whole, no column is the line as a whole. */
export interface Place {
	line: number;
	column: string;
}

/** Reads the name of a place in a file: csv[3].email is the column email of line 3. */
export function placeOf(field: string): Place {
	const found = /^csv(?:\[(\d+)\](?:\.([\w:-]+))?)?$/.exec(field);
	return { line: Number(found?.[1] ?? 0), column: found?.[2] ?? '' };
}

/** The lines of a text, as an editor counts them: the first is 1. */
export function lineOf(lines: readonly string[], no: number, longest = 120): string {
	const text = (lines[no - 1] ?? '').trim();
	return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** Lines with the same refusal, together: the most frequent first. */
export function together(refusals: readonly { line: number; label?: string; code: string }[]): { code: string; lines: number[]; labels: string[] }[] {
	const by = new Map<string, { lines: number[]; labels: string[] }>();
	for (const r of refusals) {
		const of = by.get(r.code) ?? { lines: [], labels: [] };
		of.lines.push(r.line);
		if (r.label) of.labels.push(r.label);
		by.set(r.code, of);
	}
	return [...by].map(([code, of]) => ({ code, ...of })).sort((a, b) => b.lines.length - a.lines.length);
}

/** Numbers of lines as one writes them: 3, 5–8, 12. */
export function ranges(lines: readonly number[]): string {
	const out: string[] = [];
	const sorted = [...lines].sort((a, b) => a - b);
	for (let i = 0; i < sorted.length;) {
		let j = i;
		while (sorted[j + 1] === sorted[j]! + 1) j++;
		out.push(j - i > 1 ? `${sorted[i]}–${sorted[j]}` : sorted.slice(i, j + 1).join(', '));
		i = j + 1;
	}
	return out.join(', ');
}

/** A row of a list as it stands in the file: from where, and its text, which may have line breaks in quotes. */
export interface Record {
	line: number;
	text: string;
}

/** Takes a file apart into its rows; empty ones are passed over. */
export function records(text: string): Record[] {
	const out: Record[] = [];
	let row = '';
	let from = 1;
	let line = 1;
	let quoted = false;
	const end = () => {
		if (row.trim()) out.push({ line: from, text: row });
		row = '';
		from = line;
	};
	for (const part of text.replace(/^\ufeff/, '').split(/(\r\n|\n|\r)/)) {
		if (/^[\r\n]/.test(part)) {
			line++;
			if (quoted) row += part;
			else end();
			continue;
		}
		if ((part.split('"').length - 1) % 2) quoted = !quoted;
		row += part;
	}
	end();
	return out;
}

/** The rows of a file that are left out, as a file to mend: each with why, in a column of its own at the end. */
export function leftOut(text: string, lines: readonly number[], why: (line: number) => string, heading: string): string {
	const [head, ...rows] = records(text);
	const comma = [',', ';', '\t'].map((c) => ({ c, n: (head?.text.split(c).length ?? 1) - 1 })).reduce((a, b) => (b.n > a.n ? b : a)).c;
	const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
	const bad = new Set(lines);
	return (
		[`${head?.text ?? ''}${comma}${quote(heading)}`, ...rows.filter((r) => bad.has(r.line)).map((r) => `${r.text}${comma}${quote(why(r.line))}`)].join('\r\n') +
		'\r\n'
	);
}
