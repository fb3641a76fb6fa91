/** Somebody in a pasted list of names and addresses. */
export interface Invitee {
	name: string;
	email: string;
	places?: number;
}

/** What a pasted list says; wrong are lines, counted from 1, that name nobody. */
export interface Invitees {
	people: Invitee[];
	/** The line that each of the people stands in. */
	lines: number[];
	wrong: { line: number; text: string }[];
}

const address = /<?([^\s<>,;]+@[^\s<>,;]+)>?/;

/**
 * Reads one person a line: a name, an address and perhaps a number of places, with
 * commas, semicolons, tabs or angle brackets between them, as spreadsheets and mail
 * programs write them. Without a name it is what stands before the @.
 */
export function invitees(text: string): Invitees {
	const out: Invitees = { people: [], lines: [], wrong: [] };
	text.split(/\r?\n/).forEach((raw, i) => {
		const line = raw.trim();
		if (!line) return;
		const found = address.exec(line);
		if (!found) {
			out.wrong.push({ line: i + 1, text: line.slice(0, 60) });
			return;
		}
		const email = found[1]!;
		const tidy = (part: string) => part.replace(/^[\s,;"']+|[\s,;"']+$/g, '');
		const name = tidy(line.slice(0, found.index)) || email.slice(0, email.lastIndexOf('@'));
		const places = /\d+/.exec(line.slice(found.index + found[0].length))?.[0];
		out.people.push({ name, email, ...(places ? { places: Number(places) } : {}) });
		out.lines.push(i + 1);
	});
	return out;
}
