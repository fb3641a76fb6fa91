/** What is asked for, as the API says it. The client of the API imports this folder, not the other way round. */
export interface Challenge {
	parameters: Parameters;
	signature: string;
}

export interface Parameters {
	nonce: string;
	salt: string;
	cost: number;
	keyLength: number;
	keyPrefix: string;
}

/** A counter with which the key begins as is asked, and that key. */
export interface Solution {
	counter: number;
	derivedKey: string;
}

/** Derives the key of a password with a salt, for a number of iterations. */
export type Derive = (password: Uint8Array<ArrayBuffer>, salt: Uint8Array<ArrayBuffer>, cost: number, bytes: number) => Promise<Uint8Array>;

/** How many counters are tried before it is said how many were. */
const round = 32;

/** How many counters are tried on average. */
export function expected(p: Pick<Parameters, 'keyPrefix'>): number {
	return 16 ** p.keyPrefix.length;
}

/**
 * Looks for the solution, from one counter on and in steps: so several workers share the work. `tried` is called for every
 * round.
 */
export async function solve(p: Parameters, first: number, step: number, derive: Derive, tried: (counters: number) => void): Promise<Solution> {
	const salt = bytesOf(p.salt);
	const nonce = bytesOf(p.nonce);
	const password = new Uint8Array(nonce.length + 4);
	password.set(nonce);
	const view = new DataView(password.buffer);
	for (let counter = first, n = 1; ; counter += step, n++) {
		view.setUint32(nonce.length, counter);
		const derivedKey = hex(await derive(password, salt, p.cost, p.keyLength));
		if (derivedKey.startsWith(p.keyPrefix)) return { counter, derivedKey };
		if (n % round === 0) tried(round);
	}
}

/** The browser's own derivation, which exists on https only. */
const native: Derive = async (password, salt, cost, bytes) => {
	const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
	return new Uint8Array(await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations: cost }, key, 8 * bytes));
};

/** The derivation of this browser. */
export async function derivation(subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined): Promise<Derive> {
	if (subtle) return native;
	const [{ pbkdf2 }, { sha256 }] = await Promise.all([import('@noble/hashes/pbkdf2.js'), import('@noble/hashes/sha2.js')]);
	return (password, salt, cost, bytes) => Promise.resolve(pbkdf2(sha256, password, salt, { c: cost, dkLen: bytes }));
}

/** The text of the header that carries an answer. */
export function answerOf(challenge: Challenge, solution: Solution): string {
	return btoa(JSON.stringify({ challenge, solution }));
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
	return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function hex(bytes: Uint8Array): string {
	return Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
}
