// @vitest-environment node
// @vitest-environment node
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Bundle } from './bundle';
import { join, refuses } from './bundle';
import { judge } from './judge';
import { fold, type ReEntry, type Scan, type Verdict, type Wish } from './rules';
import { hashOf, keyOf, readToken, signedBy } from './token';

// Written by the Go rules: what a device says must be what the server says.
interface Vectors {
	event: string;
	public_key: string;
	tokens: { what: string; token: string; ticket?: string; hash?: string; says?: Verdict }[];
	evenings: {
		re_entry: ReEntry;
		opens_at?: number;
		closes_at?: number;
		all_tiers: boolean;
		valid: string[];
		elsewhere: string[];
		revoked: string[];
		tokens: string[];
		scans: string[];
	}[];
	folds: {
		re_entry: ReEntry;
		scans: string[];
		admissions: { ticket: string; first: string; inside: boolean; moved_at: number; doubles: [string, string][] }[];
	}[];
}
const vectors = JSON.parse(readFileSync(new URL('../../../../internal/checkin/testdata/vectors.json', import.meta.url), 'utf8')) as Vectors;
const nobody = () => [];

function bundle(of: Partial<Bundle> = {}): Bundle {
	return {
		event: vectors.event,
		list: '',
		publicKey: vectors.public_key,
		asOf: '1',
		reEntry: 'none',
		opensAt: undefined,
		closesAt: undefined,
		allTiers: true,
		valid: new Set(),
		elsewhere: new Set(),
		codes: new Map(),
		imported: new Map(),
		passes: new Map(),
		revoked: new Set(),
		fetchedAt: 0,
		...of
	};
}

describe('tokens', () => {
	it('are read and checked as the server does', async () => {
		const key = (await keyOf(vectors.public_key))!;
		for (const c of vectors.tokens) {
			const got = await judge(bundle(), key, c.token, 'admit', 1, nobody);
			expect([c.what, got.verdict, got.ticket]).toEqual([c.what, c.says ?? 'admit', c.ticket ?? '']);
			if (c.says) continue;
			const token = readToken(c.token)!;
			expect(await signedBy(key, token)).toBe(true);
			expect(await hashOf(token.ticket, token.version)).toBe(c.hash);
		}
	});
	it('of a key that is none leave the device without one', async () => {
		expect(await keyOf('short')).toBeUndefined();
		expect(await keyOf('!')).toBeUndefined();
	});
});

describe('evenings', () => {
	vectors.evenings.forEach((e, n) => {
		it(`${n}: re-entry ${e.re_entry}, ${e.all_tiers ? 'all tiers' : 'one tier'}, ${e.opens_at ? 'with hours' : 'always open'}`, async () => {
			const key = (await keyOf(vectors.public_key))!;
			const b = bundle({
				reEntry: e.re_entry,
				opensAt: e.opens_at,
				closesAt: e.closes_at,
				allTiers: e.all_tiers,
				valid: new Set(e.valid),
				elsewhere: new Set(e.elsewhere),
				revoked: new Set(e.revoked)
			});
			const scans: Scan[] = [];
			for (const [i, line] of e.scans.entries()) {
				const [at, token, wish, says] = line.split(' ') as [string, string, Wish, Verdict];
				const got = await judge(b, key, e.tokens[Number(token)]!, wish, Number(at), (t) => scans.filter((s) => s.ticket === t));
				expect(`${i}: ${line}: ${got.verdict}`).toBe(`${i}: ${line}: ${says}`);
				if (got.verdict === wish) scans.push({ device: 'd', id: String(i), ticket: got.ticket, at: got.at, verdict: got.verdict });
			}
			// A device alone never lets anybody in twice.
			for (const stay of fold(scans, e.re_entry).values()) expect(stay.doubles).toEqual([]);
		});
	});
});

describe('fold', () => {
	it('adds up to what the server says, in any order', () => {
		const name = (s: Scan) => `${s.device} ${s.id}`;
		for (const f of vectors.folds) {
			const scans = f.scans.map((line): Scan => {
				const [device, id, at, ticket, verdict, override] = line.split(' ') as [string, string, string, string, Verdict, string?];
				return { device, id, at: Number(at), ticket, verdict, override: override !== undefined };
			});
			for (const order of [scans, [...scans].reverse(), [...scans, ...scans]]) {
				const got = [...fold(order, f.re_entry)].map(([ticket, a]) => ({
					ticket,
					first: name(a.first),
					inside: a.inside,
					moved_at: a.movedAt,
					doubles: a.doubles.map((d) => [name(d.scan), name(d.first)])
				}));
				expect(got.sort((a, b) => (a.ticket < b.ticket ? -1 : 1))).toEqual(f.admissions);
			}
		}
	});
});

describe('judge', () => {
	it('puts a scan after those that are known, whatever the clock says', async () => {
		const key = (await keyOf(vectors.public_key))!;
		const { token, ticket } = vectors.tokens[0]!;
		const known: Scan[] = [{ device: 'other', id: '1', ticket: ticket!, at: 5000, verdict: 'admit', gate: 'North' }];
		const got = await judge(bundle(), key, token, 'admit', 1000, () => known);
		expect(got).toMatchObject({ verdict: 'already_admitted', at: 5001, stay: { first: { gate: 'North' } } });
	});
});

describe('passes of a series', () => {
	const { token, ticket, hash } = vectors.tokens[0]!;
	const forged = vectors.tokens.find((t) => t.what === 'one bit changed')!.token;
	/** At the door of another event, which knows the pass. */
	const at = (covered: boolean, of: Partial<Bundle> = {}) =>
		bundle({ event: 'evt_000000000000', passes: new Map([[vectors.event, { publicKey: vectors.public_key, title: 'All evenings', covered }]]), ...of });
	const says = async (b: Bundle, text = token, known: Scan[] = []) => judge(b, (await keyOf(vectors.public_key))!, text, 'admit', 1000, () => known);

	it('come in once where they are good, and say why elsewhere', async () => {
		expect(await says(at(true))).toMatchObject({ verdict: 'admit', ticket, pass: { title: 'All evenings' } });
		const known: Scan[] = [{ device: 'other', id: '1', ticket: ticket!, at: 500, verdict: 'admit' }];
		expect(await says(at(true), token, known)).toMatchObject({ verdict: 'already_admitted' });
		expect(await says(at(true, { revoked: new Set([hash!]) }))).toMatchObject({ verdict: 'invalid' });
		expect(await says(at(false))).toMatchObject({ verdict: 'wrong_event', ticket: '', pass: { covered: false } });
		expect(await says(bundle({ event: 'evt_000000000000' }))).toEqual({ verdict: 'wrong_event', ticket: '', at: 1000 });
		expect((await says(at(true), forged)).verdict).not.toBe('admit');
	});
});

describe('bundle', () => {
	const page = {
		event_id: 'e',
		public_key: 'k',
		as_of: '1',
		re_entry: 'none' as const,
		all_tiers: false,
		valid: ['a'],
		elsewhere: [],
		revoked: [],
		short_codes: [],
		imported: ['00ff tkt_a']
	};
	it('is made of pages that belong together', () => {
		const b = join(
			[
				{ ...page, next_cursor: 'x' },
				{ ...page, valid: ['b'], revoked: ['c'], opens_at: '2026-11-21T18:00:00Z' }
			],
			7
		)!;
		expect([...b.valid]).toEqual(['a', 'b']);
		expect([...b.revoked]).toEqual(['c']);
		expect(b).toMatchObject({ event: 'e', list: '', fetchedAt: 7, closesAt: undefined });
		expect(
			join(
				[
					{ ...page, next_cursor: 'x' },
					{ ...page, as_of: '2' }
				],
				7
			)
		).toBeUndefined();
		expect(join([{ ...page, next_cursor: 'x' }], 7)).toBeUndefined();
		expect(join([], 7)).toBeUndefined();
	});
	it('does not know at a list of some tiers what was sold since', () => {
		const b = join([page], 7)!;
		expect(refuses(b, 'a', 1)).toBeUndefined();
		expect(refuses(b, 'new', 1)).toBe('wrong_list');
		expect(refuses({ ...b, allTiers: true }, 'new', 1)).toBeUndefined();
	});
});
