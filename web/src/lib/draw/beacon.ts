import { bls12_381 } from '@noble/curves/bls12-381.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { number64 } from './bytes';

/** The key of drand's network quicknet, of the chain 52db9ba7…e971. */
const QUICKNET_KEY = hexToBytes(
	'83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451' +
		'0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a'
);
const DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';

/**
 * Whether quicknet signed a round so. It takes some tens of milliseconds, and its library 60 kB: the module is loaded
 * when somebody checks a draw.
 */
export function quicknetSigned(round: number, signature: Uint8Array): boolean {
	if (signature.length !== 48) return false;
	const bls = bls12_381.shortSignatures;
	try {
		return bls.verify(signature, bls.hash(sha256(number64(round)), DOMAIN), QUICKNET_KEY);
	} catch {
		return false; // no point of the curve
	}
}
