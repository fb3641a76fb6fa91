/** A whole number as 8 bytes, the highest first. */
export function number64(n: number): Uint8Array {
	const bytes = new Uint8Array(8);
	new DataView(bytes.buffer).setBigUint64(0, BigInt(n));
	return bytes;
}

/** Bytes behind their length, which is 4 bytes, the highest first. */
export function prefixed(text: Uint8Array): Uint8Array {
	const bytes = new Uint8Array(4 + text.length);
	new DataView(bytes.buffer).setUint32(0, text.length);
	bytes.set(text, 4);
	return bytes;
}

/** Whether two lists of bytes are the same. */
export function same(a: Uint8Array, b: Uint8Array): boolean {
	return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** The bytes of lower-case hex, and none if it is anything else. */
export function unhex(text: unknown): Uint8Array | undefined {
	if (typeof text !== 'string' || text.length % 2 !== 0 || !/^[0-9a-f]*$/.test(text)) return undefined;
	return Uint8Array.from({ length: text.length / 2 }, (_, i) => parseInt(text.slice(2 * i, 2 * i + 2), 16));
}

/** The bytes of base64 as URLs have it, and none if it is anything else. */
export function unbase64(text: string): Uint8Array | undefined {
	if (!/^[\w-]*$/.test(text)) return undefined;
	return Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
}
