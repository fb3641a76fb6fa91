import { language, languages, needs, type Language } from './language.svelte';

/** Forms of a text that depend on a number, as Intl.PluralRules names them. */
export interface Plural {
	one: string;
	other: string;
}

/** A dictionary: texts by key. Placeholders stand in braces: {name}, {n}. */
export type Dictionary = Record<string, string | Plural>;

/** The same keys, as another language must have them. */
export type Translation<D extends Dictionary> = { readonly [K in keyof D]: D[K] extends string ? string : Plural };

export type Values = Record<string, string | number>;

const rules: Record<Language, Intl.PluralRules> = { en: new Intl.PluralRules('en'), de: new Intl.PluralRules('de') };

/** Fills a text: the plural form by the value of n, numbers as the reader writes them. */
export function fill(text: string | Plural, values: Values, l: Language, locale: string = l): string {
	let chosen: string;
	if (typeof text === 'string') {
		chosen = text;
	} else {
		chosen = rules[l].select(Number(values['n'] ?? 0)) === 'one' ? text.one : text.other;
	}
	return chosen.replace(/\{(\w+)\}/g, (whole, name: string) => {
		const v = values[name];
		if (v === undefined) return whole;
		return typeof v === 'number' ? new Intl.NumberFormat(locale).format(v) : v;
	});
}

/** The texts of one part of the app. Each language is fetched when it is spoken. */
export interface Translations<D extends Dictionary> {
	/** Fetches the texts of a language, by default the one spoken. Call it in `load`. */
	load(l?: Language): Promise<void>;
	/** A text in the language that is spoken. */
	(key: keyof D & string, values?: Values): string;
	/** Whether there is a text of that name, for keys that come from the API. */
	has(key: string): key is keyof D & string;
}

type Loaders<D extends Dictionary> = { en: () => Promise<{ default: D }> } & Record<Exclude<Language, 'en'>, () => Promise<{ default: Translation<D> }>>;

export function translations<D extends Dictionary>(loaders: Loaders<D>): Translations<D> {
	const have = new Map<Language, Translation<D>>();
	let inUse = false;
	async function load(l: Language): Promise<void> {
		if (have.has(l)) return;
		have.set(l, (await loaders[l]()).default as Translation<D>);
	}
	needs((l) => (inUse ? load(l) : Promise.resolve()));
	const say = (key: keyof D & string, values: Values = {}): string => {
		const spoken = have.get(language.current) ?? languages.map((l) => have.get(l)).find((d) => d !== undefined);
		const text = spoken?.[key];
		return text === undefined ? key : fill(text, values, language.current, language.locale);
	};
	return Object.assign(say, {
		load: (l: Language = language.current) => {
			inUse = true;
			return load(l);
		},
		has: (key: string): key is keyof D & string => {
			const spoken = have.get(language.current);
			return spoken !== undefined && Object.hasOwn(spoken, key);
		}
	});
}
