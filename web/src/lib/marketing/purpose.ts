import type { Schema } from '$lib/api/client';
import { languageNames, type Language } from '$lib/i18n/language.svelte';

/** What somebody with a language reads of a purpose, and in which language that is. */
export function wordsOf(p: Pick<Schema['Purpose'], 'words' | 'default_locale'>, language: string): { words: string; language: string } {
	const shown = p.words[language] ? language : p.default_locale;
	return { words: p.words[shown] ?? '', language: shown };
}

/** The name of a language in itself. */
export const languageName = (l: string) => languageNames[l as Language] ?? l;

/** The languages that a purpose has words in, the main one first. */
export function languagesOf(p: Pick<Schema['Purpose'], 'words' | 'default_locale'>): string[] {
	const others = Object.keys(p.words).filter((l) => l !== p.default_locale);
	return [p.default_locale, ...others].map(languageName);
}
