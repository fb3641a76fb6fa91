import type { Schema } from '$lib/api/client';
import type { ReEntry, Verdict } from './rules';

/** A ticket, and the version of it that is good. */
export interface Ticket {
	ticket: string;
	version: number;
}

/** What a device needs of an event and one of its lists to decide alone. */
export interface Bundle {
	event: string;
	/** '' is the event's own list. */
	list: string;
	publicKey: string;
	asOf: string;
	reEntry: ReEntry;
	opensAt: number | undefined;
	closesAt: number | undefined;
	allTiers: boolean;
	/** Hashes of tickets and their versions: those that come in here, those of other tiers, and those that are void. */
	valid: Set<string>;
	elsewhere: Set<string>;
	revoked: Set<string>;
	/** What is meant by the short codes of the first two. */
	codes: Map<string, Ticket>;
	/** Tickets that another shop has sold, by the hashes of its codes. */
	imported: Map<string, string>;
	/** Passes of the series, by the event that sells them: those that are for other dates too. */
	passes: Map<string, { publicKey: string; title: string; covered: boolean }>;
	/** When this device fetched it. */
	fetchedAt: number;
}

/** Puts pages together; undefined when they do not belong together, so that all must be fetched anew. */
export function join(pages: readonly Schema['Bundle'][], fetchedAt: number): Bundle | undefined {
	const first = pages[0];
	if (!first || pages.some((p) => p.as_of !== first.as_of) || pages.at(-1)?.next_cursor) return undefined;
	const all = (of: 'valid' | 'elsewhere' | 'revoked') => new Set(pages.flatMap((p) => p[of]));
	return {
		event: first.event_id,
		list: first.list_id ?? '',
		publicKey: first.public_key,
		asOf: first.as_of,
		reEntry: first.re_entry,
		opensAt: first.opens_at ? Date.parse(first.opens_at) : undefined,
		closesAt: first.closes_at ? Date.parse(first.closes_at) : undefined,
		allTiers: first.all_tiers,
		valid: all('valid'),
		elsewhere: all('elsewhere'),
		revoked: all('revoked'),
		codes: new Map(pages.flatMap((p) => p.short_codes.map(entry))),
		imported: new Map(pages.flatMap((p) => p.imported.map((text) => text.split(' ', 2) as [string, string]))),
		passes: new Map(pages.flatMap((p) => p.passes ?? []).map((p) => [p.event_id, { publicKey: p.public_key, title: p.title, covered: p.covered }])),
		fetchedAt
	};
}

/** One line of short_codes: the code, a space, the id, and, after a dot, a version other than 0. */
function entry(text: string): [string, Ticket] {
	const [code, of] = text.split(' ', 2);
	const [ticket, version] = of!.split('.', 2);
	return [code!, { ticket: ticket!, version: Number(version ?? 0) }];
}

/**
 * Why a version of a ticket whose signature is good is not let in at a moment;
 * undefined when it is. What stands nowhere was issued after the bundle was made:
 * it is good where every tier comes in, and unknown elsewhere.
 */
export function refuses(bundle: Bundle, hash: string, at: number): Verdict | undefined {
	if (bundle.revoked.has(hash)) return 'invalid';
	if (!bundle.valid.has(hash) && !(bundle.allTiers && !bundle.elsewhere.has(hash))) return 'wrong_list';
	if (bundle.opensAt !== undefined && at < bundle.opensAt) return 'not_yet';
	if (bundle.closesAt !== undefined && at >= bundle.closesAt) return 'too_late';
	return undefined;
}
