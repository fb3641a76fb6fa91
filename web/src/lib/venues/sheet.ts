import { csv } from '$lib/backoffice/sheet';
import { markNames, type Drawing } from './drawing';

/** The columns of a plan as CSV, in the words of the API. */
export const columns = ['section', 'row', 'number', 'tier', 'x', 'y', ...markNames.map(([name]) => name)] as const;

/** A plan as CSV, as the import reads it. */
export function sheetOf(d: Drawing): string {
	return csv(
		columns,
		d.sections.flatMap((s) =>
			s.rows.flatMap((r) =>
				r.x.map((x, k) => [
					s.name,
					r.name,
					r.number + k * r.step,
					d.tiers[r.tier[k]!]!,
					Math.round(x),
					Math.round(r.y[k]!),
					...markNames.map(([, bit]) => (r.marks[k]! & bit ? 'yes' : ''))
				])
			)
		)
	);
}

/** Reads a file as text: UTF-8, or else as spreadsheets of old wrote it. */
export async function textOf(file: Blob): Promise<string> {
	const bytes = await file.arrayBuffer();
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		return new TextDecoder('windows-1252').decode(bytes);
	}
}

/** The lines of a text as editors count them. */
export const linesOf = (text: string) => text.split(/\r\n|\n|\r/);
