import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** What goes with a proof has these words in its window: see tlog.Opening of the server, of which this is the same. */
const words =
	'"minute":"2026-11-28T21:14Z","actor":"person"public"staff"system","kind":"hold"entry"offer","subject":"","from":"held"waiting"offered",' +
	'"to":"released"confirmed"accepted","reason":"registered"offered"joined"accepted","rule":3,"related_kind":"person","related":"","units":1,' +
	'"tier":"tir_","class":1,"rank":"2026-11-28T","seats":true,"previous":';

/** The preset window, as a block of DEFLATE that is stored and not the last (RFC 1951, 3.2.4): what is packed goes on from it. */
function window(): Uint8Array<ArrayBuffer> {
	const dictionary = new TextEncoder().encode(words);
	const n = dictionary.length;
	return Uint8Array.from([0, n & 0xff, n >> 8, ~n & 0xff, (~n >> 8) & 0xff, ...dictionary]);
}

/** The most that the text of an entry is unpacked to, in bytes. */
const most = 65_536;

async function inflate(packed: Uint8Array): Promise<string> {
	const before = window();
	const reader = new Blob([before, packed as BlobPart]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
	const all: Uint8Array[] = [];
	let size = 0;
	for (let got = await reader.read(); !got.done; got = await reader.read()) {
		all.push(got.value);
		if ((size += got.value.length) > most + words.length) throw new Error('too long');
	}
	return new TextDecoder('utf-8', { fatal: true }).decode(await new Blob(all as BlobPart[]).arrayBuffer()).slice(words.length);
}

/** The text of the entry of an event that a tlog-proof is of, or undefined where it is none. */
export async function entryOfProof(event: string, proof: string): Promise<string | undefined> {
	const [, extra, index] = /^c2sp\.org\/tlog-proof@v1\nextra ([A-Za-z0-9+/=]+)\nindex (\d{1,15})\n/.exec(proof) ?? [];
	if (!extra || !index) return undefined;
	try {
		const bytes = Uint8Array.from(atob(extra), (c) => c.charCodeAt(0));
		const [subject, middle] = (await inflate(bytes.slice(48))).split('\n');
		if (!subject || middle === undefined) return undefined;
		const row = bytesToHex(sha256(bytes.slice(0, 48)));
		return `{"v":"holdfast/entry/v1","event":${JSON.stringify(event)},"seq":${Number(index) + 1},${middle},"row":"${row}"}`;
	} catch {
		return undefined;
	}
}
