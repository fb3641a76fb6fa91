/** A root of a log as programs print it: hex of what the API says in base64. */
export function hexOf(base64: string): string {
	return Array.from(atob(base64), (c) => c.charCodeAt(0).toString(16).padStart(2, '0')).join('');
}
