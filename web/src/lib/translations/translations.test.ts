// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { messageKinds, problems, reasons, refusals } from '$lib/api/lists';
import { fill, type Dictionary, type Plural } from '$lib/i18n/translations';

const files = import.meta.glob<{ default: Dictionary }>('./*.{en,de}.ts', { eager: true });

function placeholders(text: string | Plural): string[] {
	const all = typeof text === 'string' ? text : text.one + text.other;
	return [...new Set(all.match(/\{\w+\}/g) ?? [])].sort();
}

describe('dictionaries', () => {
	for (const [name, english] of Object.entries(files).filter(([n]) => n.endsWith('.en.ts'))) {
		const german = files[name.replace('.en.ts', '.de.ts')]?.default ?? {};
		it(`${name} has all keys and placeholders in German`, () => {
			expect(Object.keys(german).sort()).toEqual(Object.keys(english.default).sort());
			for (const [key, text] of Object.entries(english.default)) {
				expect([key, placeholders(german[key]!)]).toEqual([key, placeholders(text)]);
			}
		});
		it(`${name} leaves no text empty`, () => {
			for (const d of [english.default, german]) {
				for (const [key, text] of Object.entries(d)) expect([key, JSON.stringify(text).includes('""')]).toEqual([key, false]);
			}
		});
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
	'method_not_allowed'
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
		expect(fill('{a} and {b}', { a: 'x' }, 'en')).toBe('x and {b}');
	});
});
