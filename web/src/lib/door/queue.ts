import type { Problem } from '$lib/api/client';
import type { Scan, Verdict, Wish } from './rules';

/**
 * What became of a scan on its way to the server: `waiting` was decided here and
 * is not sent yet; `sent` is known to the server; `odd` is one that the server
 * would not take, and that a person must look at. `heard` is not a scan of ours:
 * the server told us of it.
 */
export type Standing = 'waiting' | 'sent' | 'odd' | 'heard';

/** A scan as this device keeps it. */
export interface Kept extends Scan {
	event: string;
	/** '' is the event's own list. */
	list: string;
	gate: string;
	wish: Wish;
	standing: Standing;
	/** What was scanned, as long as it waits: the server checks it again. */
	token?: string;
	/** Why it is odd: the API's code. */
	code?: string;
}

/** Where scans are kept. Writes are on disk when their promise is fulfilled. */
export interface Shelf {
	put(scans: readonly Kept[]): Promise<void>;
	/** At most so many that wait, of one event, by time. */
	waiting(limit: number): Promise<Kept[]>;
}

/** What became of a scan at the server: `refused` is why its ticket admits nobody. */
export interface Outcome {
	scan_id: string;
	/** `late`: a phone made it when its pass was over. */
	status: 'stored' | 'duplicate' | 'conflict' | 'late';
	refused?: 'wrong_event' | 'invalid';
}

/** What became of each, in the order in which they were sent; throws a Problem. */
export type Send = (event: string, scans: readonly Kept[]) => Promise<Outcome[]>;

/** How many scans go out together: well below what the server takes, in number and in bytes. */
export const batch = 100;

/**
 * Sends pending scans until none are left. A scan leaves the queue only when the
 * server has said what became of it, so a lost answer, a reload or a second tab
 * costs a repetition, which changes nothing there. Throws the Problem that
 * stopped it.
 */
export async function flush(shelf: Shelf, send: Send): Promise<number> {
	let sent = 0;
	for (;;) {
		const scans = await shelf.waiting(batch);
		if (!scans.length) return sent;
		await deliver(shelf, send, scans);
		sent += scans.length;
	}
}

async function deliver(shelf: Shelf, send: Send, scans: readonly Kept[]): Promise<void> {
	let became: Awaited<ReturnType<Send>>;
	try {
		became = await send(scans[0]!.event, scans);
	} catch (thrown) {
		const problem = thrown as Problem;
		if (problem.status !== 413 && problem.status !== 422) throw thrown;
		// One of them has a fault: the others must not wait for it for ever.
		if (scans.length === 1) return shelf.put([settled(scans[0]!, 'odd', problem.fields[0]?.code ?? problem.code)]);
		const half = Math.ceil(scans.length / 2);
		await deliver(shelf, send, scans.slice(0, half));
		return deliver(shelf, send, scans.slice(half));
	}
	const by = new Map(became.map((b) => [b.scan_id, b]));
	await shelf.put(
		scans.map((s) => {
			const code = oddity(s, by.get(s.id));
			return code ? settled(s, 'odd', code) : settled(s, 'sent');
		})
	);
}

/** Why a person must look at a scan: it was not stored, or let somebody in whose ticket is none. */
function oddity(scan: Kept, became?: Outcome): string | undefined {
	if (became?.status === 'conflict' || became?.status === 'late') return became.status;
	return passes(scan.verdict) ? became?.refused : undefined;
}

function settled(scan: Kept, standing: Standing, code?: string): Kept {
	const { token: _, ...rest } = scan;
	return { ...rest, ...(standing === 'odd' && scan.token !== undefined && { token: scan.token }), standing, ...(code !== undefined && { code }) };
}

/** The verdicts after which somebody is let through. */
export function passes(verdict: Verdict): boolean {
	return verdict === 'admit' || verdict === 'exit';
}
