import { problemOf } from '$lib/api/problem';

/** Fetches a ticket's code as an address for an <img>. Free it with URL.revokeObjectURL. */
export async function codeImage(path: string, link?: string): Promise<string> {
	const response = await fetch(path, { headers: link ? { Authorization: `Bearer ${link}` } : {}, credentials: 'same-origin' });
	if (!response.ok) throw problemOf(await response.json().catch(() => undefined), response);
	return URL.createObjectURL(new Blob([await response.text()], { type: 'image/svg+xml' }));
}
