/** Reads base64url, with or without padding. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
	const plain = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
	return Uint8Array.from(plain, (c) => c.charCodeAt(0));
}

/** Writes base64url without padding. */
export function textOf(bytes: ArrayBuffer | null): string {
	return btoa(Array.from(new Uint8Array(bytes ?? new ArrayBuffer(0)), (b) => String.fromCharCode(b)).join(''))
		.replace(/\+/g, '-')
		.replace(/\//g, '_')
		.replace(/=+$/, '');
}
