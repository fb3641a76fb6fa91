// @vitest-environment node
import { describe, expect, it, vi } from 'vitest';
import { messageKinds, problems, reasons, refusals } from '$lib/api/lists';
import { languageNames, languages, type Language } from '$lib/i18n/language.svelte';
import { fill, translations, type Dictionary, type Plural, type Texts, type Translations } from '$lib/i18n/translations';

const files = import.meta.glob<Texts>('./*.json', { eager: true, import: 'default' });
const sources = import.meta.glob<string>('./*.json', { eager: true, query: '?raw', import: 'default' });
const modules = import.meta.glob<string>(['./*.ts', '!./*.test.ts'], { eager: true, query: '?raw', import: 'default' });

const imported = import.meta.glob<Record<string, Translations<string>>>(['./*.ts', '!./*.test.ts']);

/** The texts of a topic in a language. */
function dictionary(topic: string, l: Language): Dictionary {
	return Object.fromEntries(Object.entries(files[`./${topic}.json`]!).map(([key, text]) => [key, (text as Record<Language, string | Plural>)[l]]));
}

/** The placeholders of a text; of one with a number the number may be left out, as in “1 ticket”. */
function placeholders(text: string | Plural): string[] {
	const all = typeof text === 'string' ? text : Object.values(text).join('');
	return [...new Set(all.match(/\{\w+\}/g) ?? [])].sort();
}

/** The forms that a text with a number has in a language. That of millions, which some write, is not asked for. */
function forms(l: Language): string[] {
	const romance = ['fr', 'es', 'it', 'pt'].includes(l);
	return new Intl.PluralRules(l).resolvedOptions().pluralCategories.filter((form) => !romance || form !== 'many');
}

describe('dictionaries', () => {
	it('are one file for each topic, beside the module that the app imports', () => {
		expect(Object.keys(files).map((file) => file.replace(/json$/, 'ts'))).toEqual(Object.keys(modules));
	});
	for (const [file, texts] of Object.entries(files)) {
		const name = file.slice(2, -'.json'.length);
		it(`${name} has each key once, with its languages in the same order`, () => {
			const keys = [...sources[file]!.matchAll(/^\t"([^"]+)": \{$/gm)].map(([, key]) => key);
			expect(keys).toEqual(Object.keys(texts));
			for (const [key, text] of Object.entries(texts)) expect([key, Object.keys(text)]).toEqual([key, languages]);
		});
		const english = dictionary(name, 'en');
		for (const l of languages) {
			it(`${name} is whole in ${languageNames[l]}`, () => {
				const said = dictionary(name, l);
				expect(Object.keys(said).sort()).toEqual(Object.keys(english).sort());
				for (const [key, text] of Object.entries(english)) {
					expect([key, placeholders(said[key]!)]).toEqual([key, placeholders(text)]);
					expect([key, JSON.stringify(said[key]).includes('""')]).toEqual([key, false]);
					if (typeof text !== 'string') expect([key, forms(l).filter((form) => !(form in (said[key] as Plural)))]).toEqual([key, []]);
				}
			});
		}
		it(`${name} is fetched in one language`, async () => {
			vi.resetModules();
			const topic = Object.values(await imported[`./${name}.ts`]!())[0]!;
			await topic.load('de');
			const said = Object.keys(english).map((key) => [key, topic(key)]);
			expect(said).toEqual(Object.entries(dictionary(name, 'de')).map(([key, text]) => [key, typeof text === 'string' ? text : text.other]));
		});
	}
});

describe('a topic', () => {
	it('says the same where the build does not divide it', async () => {
		const seats = Object.fromEntries(languages.map((l) => [l, { one: `{n} seat in ${l}`, other: `{n} seats in ${l}` }])) as Record<Language, Plural>;
		const t = translations({ seats });
		await t.load('en');
		expect([t('seats', { n: 2 }), t.has('seats'), t.has('rows')]).toEqual(['2 seats in en', true, false]);
	});
});

describe('problems', () => {
	const ours = ['offline', 'other']; // said where no answer came, and where nothing else fits
	it('are ones that the API has', () => {
		const keys = Object.values(files).flatMap((texts) => Object.keys(texts).filter((k) => k.startsWith('problem.')));
		expect(keys.length).toBeGreaterThan(50);
		const unknown = keys.map((k) => k.slice('problem.'.length)).filter((c) => !ours.includes(c) && !(problems as readonly string[]).includes(c));
		expect([...new Set(unknown)]).toEqual([]);
	});
});

/**
 * What no page is ever told: answers to a payment provider, and to a program that does
 * not send what our own client sends.
 */
const unseen = new Set<string>([
	'webhook_malformed',
	'webhook_signature',
	'webhook_stale',
	'payment_unknown',
	'malformed_json',
	'unsupported_media_type',
	'method_not_allowed',
	// The page that takes it is the server's.
	'feedback_closed',
	// Organizers make purposes of consent through the API.
	'too_many_campaigns',
	'too_many_consent_purposes',
	'consent_changed_too_often',
	'consent_purpose_ended',
	// What a phone at the door says has words of the door.
	'checkin_pass_invalid',
	'checkin_pass_ended',
	'checkin_pass_expired',
	'checkin_code_invalid',
	'checkin_code_used',
	'checkin_code_over',
	'checkin_code_early',
	'no_ticket',
	// Of invoices, with words of their own.
	'no_invoice',
	'invoice_final',
	'invoice_issued',
	'order_being_paid',
	// Of pictures, with words of their field.
	'picture_unsupported',
	'picture_broken',
	'picture_dimensions',
	'too_many_pictures',
	// Of files that answer questions, with words of their field.
	'file_unsupported',
	'file_broken',
	'file_dimensions',
	'file_too_large',
	'too_many_files',
	// Of tills, with words of the box office.
	'till_closed',
	'till_open',
	'too_many_tills',
	// Of transactions of a bank account, with words of their page.
	'transfer_done',
	'transfer_changed',
	'transfer_not_reversed',
	'transfer_reversal',
	'order_currency',
	// Places are taken by invitation there too; organizers read of the others on their page.
	'not_invited',
	'places_taken',
	'invitation_ended',
	// Of what other systems say, and of places that have the server's page.
	'resource_already_waiting',
	'guest_bookings_off',
	'confirmation_expired',
	'booking_not_confirmed',
	'resource_waitlist_full',
	'resource_terms',
	'join_expired',
	'resource_not_joined',
	'resource_not_public',
	'resource_units',
	'resource_entry_ended',
	'resource_offer_ended',
	'resource_offer_accepting',
	'resource_offer_taken',
	'resource_changed',
	'resource_confirmation_not_failed',
	'event_id_reused',
	'not_a_release',
	'too_many_releases',
	'too_many_resources',
	'resource_key_taken',
	'resource_signature',
	// The page of an event offers what can be done with its archive.
	'archive_not_ready',
	'event_not_archived'
]);

describe('closed lists', () => {
	/** The keys that the topics have which are named: every language has the same. */
	function keys(...names: string[]): Set<string> {
		return new Set(names.flatMap((name) => Object.keys(files[`./${name}.json`]!)));
	}
	it('have words for each reason', () => {
		const told = [...keys('backoffice')].filter((k) => k.startsWith('tell.'));
		const silent = reasons.filter((r) => !told.some((k) => k.split('.').includes(r)));
		expect(silent).toEqual([]);
	});
	it('have words for each refusal', () => {
		const said = keys('core', 'refusals', 'backoffice');
		expect(refusals.filter((r) => !said.has(`problem.${r}`))).toEqual([]);
	});
	it('have words for each other problem, wherever it is shown', () => {
		const said = keys('core', 'refusals');
		expect(problems.filter((p) => !said.has(`problem.${p}`) && !unseen.has(p))).toEqual([]);
		expect([...unseen].filter((p) => said.has(`problem.${p}`))).toEqual([]);
	});
	it('have words for each kind of message, for who gets it and for who writes it', () => {
		for (const name of ['account', 'messages']) {
			const has = keys(name);
			expect([name, messageKinds.filter((k) => !has.has(`kind.${k}`))]).toEqual([name, []]);
		}
	});
});

describe('fill', () => {
	it('chooses the plural form and writes numbers as the reader does', () => {
		const places = { one: '{n} Platz', other: '{n} Plätze' };
		expect(fill(places, { n: 1 }, 'de')).toBe('1 Platz');
		expect(fill(places, { n: 12345 }, 'de')).toBe('12.345 Plätze');
		const tickets = { one: '{n} bilet', few: '{n} bilety', many: '{n} biletów', other: '{n} biletu' };
		expect([1, 3, 5, 22].map((n) => fill(tickets, { n }, 'pl'))).toEqual(['1 bilet', '3 bilety', '5 biletów', '22 bilety']);
		expect(fill({ other: '{n}' }, { n: 2 }, 'ar', 'ar-EG-u-nu-latn')).toBe('2');
		expect(fill('{a} and {b}', { a: 'x' }, 'en')).toBe('x and {b}');
	});
});
