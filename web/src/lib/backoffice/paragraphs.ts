/** Paragraphs of what somebody typed: an empty line ends one, other line ends are spaces. */
export function paragraphs(text: string): string[] {
	return text
		.split(/\n\s*\n/)
		.map((p) => p.replace(/\s+/g, ' ').trim())
		.filter(Boolean);
}

/** Paragraphs as one types them. */
export function typed(list: readonly string[] | undefined): string {
	return (list ?? []).join('\n\n');
}

/** The number of the paragraph that a field of a problem names, as in body[2]. */
export function paragraphOf(field: string, name: string): number | undefined {
	const m = new RegExp(`^${name}\\[(\\d+)\\]$`).exec(field);
	return m ? Number(m[1]) : undefined;
}
