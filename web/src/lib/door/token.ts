/** What a token speaks of, and what is needed to check it. */
export interface Token {
	event: string;
	ticket: string;
	version: number;
	/** What was signed, and with what. */
	signed: Uint8Array<ArrayBuffer>;
	signature: Uint8Array<ArrayBuffer>;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const values = new Map([...alphabet].map((c, i) => [c, i]));
const base32 = '0123456789abcdefghjkmnpqrstvwxyz';

// The binary form, as internal/ticket/token.go has it: version of the form, event
// code, the order's own characters in two halves, unit, version, signature.
const form = 1;
const payloadLength = 25;
const tokenLength = 89;
/** How many characters a token has. */
export const tokenChars = 119;
const maxUnit = 1023;
const signedFor = new TextEncoder().encode('holdfast ticket v1\n');

/** Reads base64url without padding; undefined when it is none, or has bits after its end. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> | undefined {
	const out = new Uint8Array(Math.floor((text.length * 6) / 8));
	let bits = 0;
	let held = 0;
	let at = 0;
	for (const c of text) {
		const v = values.get(c);
		if (v === undefined) return undefined;
		held = (held << 6) | v;
		bits += 6;
		if (bits >= 8) {
			bits -= 8;
			out[at++] = held >> bits;
			held &= (1 << bits) - 1;
		}
	}
	return held === 0 ? out : undefined;
}

/** The value of bytes as characters of an id, as many as there are groups of five bits. */
function idText(bytes: Uint8Array, chars: number): string {
	let v = 0n;
	for (const b of bytes) v = (v << 8n) | BigInt(b);
	let text = '';
	for (let i = 0; i < chars; i++) {
		text = base32[Number(v & 31n)]! + text;
		v >>= 5n;
	}
	return text;
}

/** Takes a scanned text apart. It may be forged: nothing was checked but its form. */
export function readToken(text: string): Token | undefined {
	if (text.length !== tokenChars) return undefined;
	const b = bytesOf(text);
	if (b?.length !== tokenLength || b[0] !== form || b[1]! >> 4 !== 0) return undefined;
	const view = new DataView(b.buffer);
	const unit = view.getUint16(19);
	if (unit === 0 || unit > maxUnit) return undefined;
	const code = idText(b.subarray(1, 9), 12);
	const order = code + idText(b.subarray(9, 14), 8) + idText(b.subarray(14, 19), 8);
	const signed = new Uint8Array(signedFor.length + payloadLength);
	signed.set(signedFor);
	signed.set(b.subarray(0, payloadLength), signedFor.length);
	return {
		event: `evt_${code}`,
		ticket: `tkt_${order}${idText(b.subarray(19, 21), 2)}`,
		version: view.getUint32(21),
		signed,
		signature: b.slice(payloadLength)
	};
}

/**
 * Makes the key of an event's tokens ready. undefined when this browser cannot
 * check signatures (before Chrome 137, Firefox 129 and Safari 17; or not on
 * https): then the door works with a network only.
 */
export async function keyOf(publicKey: string): Promise<CryptoKey | undefined> {
	const raw = bytesOf(publicKey);
	if (!raw || !globalThis.crypto?.subtle) return undefined;
	try {
		return await crypto.subtle.importKey('raw', raw, { name: 'Ed25519' }, false, ['verify']);
	} catch {
		return undefined;
	}
}

/** Whether the holder of the event's key signed it. */
export function signedBy(key: CryptoKey, token: Token): Promise<boolean> {
	return crypto.subtle.verify({ name: 'Ed25519' }, key, token.signature, token.signed);
}

async function sha256(text: string, bytes: number): Promise<string> {
	const sum = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
	return Array.from(new Uint8Array(sum, 0, bytes), (b) => b.toString(16).padStart(2, '0')).join('');
}

/** How a bundle names a version of a ticket. */
export function hashOf(ticket: string, version: number): Promise<string> {
	return sha256(`${ticket}.${version}`, 8);
}

/** How a bundle names the code with which another shop has sold a ticket of an event. */
export function hashOfCode(event: string, code: string): Promise<string> {
	return sha256(`holdfast imported ticket v1\n${event}\n${code}`, 16);
}
