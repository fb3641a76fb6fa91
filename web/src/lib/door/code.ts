const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
/** How many characters a short code has, without its hyphen. */
export const codeChars = 10;

/** What somebody typed: a short code, as the server writes it; one with a wrong character; or something else. */
export type Typed = { code: string } | 'mistyped' | undefined;

/**
 * Reads a short code as people type it: in any case, with hyphens and spaces, O for 0,
 * I and L for 1. internal/ticket/shortcode.go has the same, and both are held to
 * internal/ticket/testdata/shortcodes.json.
 */
export function readCode(text: string): Typed {
	if (text.length > 4 * codeChars) return undefined;
	const plain = text
		.toLowerCase()
		.replace(/[-–\s]/g, '')
		.replace(/o/g, '0')
		.replace(/[il]/g, '1');
	if (plain.length !== codeChars) return undefined;
	// A polynomial over the field of 32 elements, at the element x: 0 of a whole code.
	let sum = 0;
	for (const c of plain) {
		const v = alphabet.indexOf(c);
		if (v < 0) return undefined;
		sum <<= 1;
		if (sum & 32) sum ^= 0b100101;
		sum ^= v;
	}
	return sum === 0 ? { code: plain.toUpperCase() } : 'mistyped';
}
