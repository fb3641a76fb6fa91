import { refuses, type Bundle, type Ticket } from './bundle';
import { answers, fold, type Admission, type Scan, type Verdict, type Wish } from './rules';
import { hashOf, hashOfCode, keyOf, readToken, signedBy, type Token } from './token';

/** What a device says to a code without a network. */
export interface Judgement {
	verdict: Verdict;
	/** '' for what is not a ticket of this event. */
	ticket: string;
	/** When the scan counts: after all that are known of its ticket. */
	at: number;
	/** How the ticket stood before. */
	stay?: Admission;
	/** It is a pass of the series. */
	pass?: { title: string; covered: boolean };
	/** It was sold by another shop, with a code that the server takes for no token. */
	imported?: true;
}

/**
 * Decides as the server would, from the bundle and the scans that this device
 * knows of the ticket. A code of another event is told apart by its form alone:
 * its signature is of a key that we do not have, and it is refused either way.
 */
export async function judge(
	bundle: Bundle,
	key: CryptoKey,
	text: string,
	wish: Wish,
	now: number,
	known: (ticket: string) => readonly Scan[]
): Promise<Judgement> {
	const token = readToken(text);
	if (!token) {
		const ticket = bundle.imported.size ? bundle.imported.get(await hashOfCode(bundle.event, text)) : undefined;
		if (!ticket) return { verdict: 'invalid', ticket: '', at: now };
		return { ...(await judgeTicket(bundle, { ticket, version: 0 }, wish, now, known)), imported: true };
	}
	if (token.event !== bundle.event) return judgePass(bundle, token, wish, now, known);
	if (!(await signedBy(key, token))) return { verdict: 'invalid', ticket: '', at: now };
	return judgeTicket(bundle, token, wish, now, known);
}

/** Decides about a ticket of another event, which may be a pass that opens this door. */
async function judgePass(bundle: Bundle, token: Token, wish: Wish, now: number, known: (ticket: string) => readonly Scan[]): Promise<Judgement> {
	const of = bundle.passes.get(token.event);
	if (!of) return { verdict: 'wrong_event', ticket: '', at: now };
	const pass = { title: of.title, covered: of.covered };
	if (!of.covered) return { verdict: 'wrong_event', ticket: '', at: now, pass };
	const key = await keyOf(of.publicKey);
	if (!key || !(await signedBy(key, token))) return { verdict: 'invalid', ticket: '', at: now };
	return { ...(await judgeTicket(bundle, token, wish, now, known)), pass };
}

/** Decides about a ticket that is known to be one of the event: its signature was checked, or its short code is in the bundle. */
export async function judgeTicket(
	bundle: Bundle,
	{ ticket, version }: Ticket,
	wish: Wish,
	now: number,
	known: (ticket: string) => readonly Scan[]
): Promise<Judgement> {
	const hash = await hashOf(ticket, version);
	const scans = known(ticket);
	// Clocks go back now and then; what is said must be what the fold says later.
	const at = scans.reduce((latest, s) => Math.max(latest, s.at + 1), now);
	const stay = fold(scans, bundle.reEntry).get(ticket);
	const of = { ticket, at, ...(stay && { stay }) };
	const no = wish === 'exit' ? undefined : refuses(bundle, hash, at);
	return { ...of, verdict: no ?? answers(stay, bundle.reEntry, wish) };
}
