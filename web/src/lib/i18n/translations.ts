import { language, languages, needs, type Language } from './language.svelte';

/** Forms of a text that depend on a number, as Intl.PluralRules names them. */
export type Plural = { readonly [form in Intl.LDMLPluralRule]?: string } & { readonly other: string };

/** The texts of one language, by key. Placeholders stand in braces: {name}, {n}. */
export type Dictionary = Record<string, string | Plural>;

/** The texts of a topic as its file has them: each key with the text in every language. One that depends on a number does so in all. */
export type Texts = { readonly [key: string]: Readonly<Record<Language, string>> | Readonly<Record<Language, Plural>> };

export type Values = Record<string, string | number>;

const rules = new Map<Language, Intl.PluralRules>();

/** The form of a text that goes with a number. */
export function formOf(text: Plural, n: number, l: Language): string {
	let of = rules.get(l);
	if (!of) rules.set(l, (of = new Intl.PluralRules(l)));
	return text[of.select(n)] ?? text.other;
}

/** Fills a text: the plural form by the value of n, numbers as the reader writes them. */
export function fill(text: string | Plural, values: Values, l: Language, locale: string = l): string {
	const chosen = typeof text === 'string' ? text : formOf(text, Number(values['n'] ?? 0), l);
	return chosen.replace(/\{(\w+)\}/g, (whole, name: string) => {
		const v = values[name];
		if (v === undefined) return whole;
		return typeof v === 'number' ? new Intl.NumberFormat(locale).format(v) : v;
	});
}

/** The texts of a topic. Each language is fetched when it is spoken. */
export interface Translations<Key extends string> {
	/** Fetches the texts of a language, by default of what is spoken. Call it in `load`. */
	load(l?: Language): Promise<void>;
	/** A text in the language that is spoken. */
	(key: Key, values?: Values): string;
	/** Whether there is a text of that name, for keys that come from the API. */
	has(key: string): key is Key;
}

type Loaders = Record<Language, () => Promise<{ default: Dictionary }>>;

/** The texts of a topic, in every language. The build divides the texts by language (scripts/dictionaries.mjs). */
export function translations<T extends Texts>(texts: T): Translations<keyof T & string> {
	return fetched(divided(texts));
}

/** Divides texts by language, as the build does. */
function divided(texts: Texts): Loaders {
	const dictionary = (l: Language) => Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, text[l]]));
	return Object.fromEntries(languages.map((l) => [l, () => Promise.resolve({ default: dictionary(l) })])) as Loaders;
}

/** Fetches what a page says, in the language that is spoken. */
export function loadTexts(...topics: { load(): Promise<void> }[]): Promise<unknown> {
	return Promise.all(topics.map((t) => t.load()));
}

/** The texts of a topic, each language of which is fetched by a function of its own. */
export function fetched<Key extends string>(loaders: Loaders): Translations<Key> {
	const have = new Map<Language, Dictionary>();
	let inUse = false;
	async function load(l: Language): Promise<void> {
		if (!have.has(l)) have.set(l, (await loaders[l]()).default);
	}
	needs((l) => (inUse ? load(l) : Promise.resolve()));
	/** What is there while the right one comes: any is better than none. */
	const texts = () => have.get(language.current) ?? [...have.values()][0];
	const say = (key: Key, values: Values = {}): string => {
		const text = texts()?.[key];
		return text === undefined ? key : fill(text, values, language.current, language.locale);
	};
	return Object.assign(say, {
		load: async (l?: Language) => {
			inUse = true;
			await load(l ?? language.current);
		},
		has: (key: string): key is Key => {
			const now = have.get(language.current);
			return now !== undefined && Object.hasOwn(now, key);
		}
	});
}
