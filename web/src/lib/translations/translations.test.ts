// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { messageKinds, problems, reasons, refusals } from '$lib/api/lists';
import { languageNames, languages, staffLanguages, type Language } from '$lib/i18n/language.svelte';
import { fill, type Dictionary, type Plural } from '$lib/i18n/translations';

const files = import.meta.glob<{ default: Dictionary }>('./*.*.ts', { eager: true });
const parts = import.meta.glob<string>('./*.ts', { eager: true, query: '?raw', import: 'default' });

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
	for (const [file, english] of Object.entries(files).filter(([n]) => n.endsWith('.en.ts'))) {
		const name = file.slice(2, -'.en.ts'.length);
		const spoken = parts[`./${name}.ts`]!.includes('staffTranslations(') ? staffLanguages : languages;
		for (const l of spoken) {
			it(`${name} is whole in ${languageNames[l]}`, () => {
				const texts = files[`./${name}.${l}.ts`]?.default ?? {};
				expect(Object.keys(texts).sort()).toEqual(Object.keys(english.default).sort());
				for (const [key, text] of Object.entries(english.default)) {
					expect([key, placeholders(texts[key]!)]).toEqual([key, placeholders(text)]);
					expect([key, JSON.stringify(texts[key]).includes('""')]).toEqual([key, false]);
					if (typeof text !== 'string') expect([key, forms(l).filter((form) => !(form in (texts[key] as Plural)))]).toEqual([key, []]);
				}
			});
		}
	}
});

describe('problems', () => {
	const ours = ['offline', 'other']; // said where no answer came, and where nothing else fits
	it('are ones that the API has', () => {
		const keys = Object.values(files).flatMap((d) => Object.keys(d.default).filter((k) => k.startsWith('problem.')));
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
	// Of pictures, with words of their field.
	'picture_unsupported',
	'picture_broken',
	'picture_dimensions',
	'too_many_pictures',
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
	'resource_waitlist_full',
	'resource_units',
	'resource_entry_ended',
	'resource_offer_ended',
	'resource_offer_accepting',
	'resource_confirmation_not_failed',
	'event_id_reused',
	'not_a_release',
	'too_many_releases',
	'too_many_resources',
	'resource_signature'
]);

describe('closed lists', () => {
	/** The keys that a language has in the dictionaries that are named. */
	function keys(language: string, ...names: string[]): Set<string> {
		return new Set(names.flatMap((name) => Object.keys(files[`./${name}.${language}.ts`]!.default)));
	}
	for (const l of ['en', 'de']) {
		it(`have words for each reason in ${l}`, () => {
			const told = [...keys(l, 'office')].filter((k) => k.startsWith('tell.'));
			const silent = reasons.filter((r) => !told.some((k) => k.split('.').includes(r)));
			expect(silent).toEqual([]);
		});
		it(`have words for each refusal in ${l}`, () => {
			const said = keys(l, 'core', 'refusals', 'office');
			expect(refusals.filter((r) => !said.has(`problem.${r}`))).toEqual([]);
		});
		it(`have words for each other problem in ${l}, wherever it is shown`, () => {
			const said = keys(l, 'core', 'refusals');
			expect(problems.filter((p) => !said.has(`problem.${p}`) && !unseen.has(p))).toEqual([]);
			expect([...unseen].filter((p) => said.has(`problem.${p}`))).toEqual([]);
		});
		it(`have words for each kind of message in ${l}, for who gets it and for who writes it`, () => {
			for (const name of ['account', 'letters']) {
				const has = keys(l, name);
				expect([name, messageKinds.filter((k) => !has.has(`kind.${k}`))]).toEqual([name, []]);
			}
		});
	}
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
