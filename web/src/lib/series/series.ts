/** The public address of a series. */
export function seriesPath(id: string): string {
	return `/series/${encodeURIComponent(id)}`;
}
