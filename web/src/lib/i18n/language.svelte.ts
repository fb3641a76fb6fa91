import { browser } from '$app/environment';
import { languageAsked } from '$lib/framed';

/** The languages that the app speaks, by what they call themselves. */
export const languageNames = {
	en: 'English',
	de: 'Deutsch',
	fr: 'Français',
	es: 'Español',
	it: 'Italiano',
	nl: 'Nederlands',
	pt: 'Português',
	pl: 'Polski',
	cs: 'Čeština',
	sv: 'Svenska',
	tr: 'Türkçe',
	ar: 'العربية'
} as const;
export type Language = keyof typeof languageNames;
export const languages = Object.keys(languageNames) as Language[];

const stored = 'language';

/** The reader's choice, else the first of the browser's languages that we have. */
export function preferred<L extends Language>(choice: string | null, wishes: readonly string[], have: readonly L[]): L {
	for (const wish of [choice ?? '', ...wishes]) {
		const base = wish.toLowerCase().split('-')[0];
		const found = have.find((l) => l === base);
		if (found) return found;
	}
	return have[0]!;
}

function read(): string | null {
	try {
		return localStorage.getItem(stored);
	} catch {
		return null; // storage is closed to us
	}
}

let chosen = $state<Language>(browser ? preferred(languageAsked ?? read(), navigator.languages, languages) : 'en');

/** In which direction a language is written, as the dir attribute has it. */
export const directionOf = (l: Language) => (l === 'ar' ? 'rtl' : 'ltr');

/** The language that the app speaks now. */
export const language = {
	get current(): Language {
		return chosen;
	},
	/** How dates and numbers are written: the browser's variant of the language, if it has one. */
	get locale(): string {
		const l = language.current;
		const variant = browser ? navigator.languages.find((wish) => wish.toLowerCase().split('-')[0] === l) : undefined;
		const written = variant ?? { en: 'en-GB', de: 'de-DE', pt: 'pt-PT' }[l as string] ?? l;
		// As the server writes them, and the codes on tickets are written.
		return l === 'ar' ? `${written.split('-u-')[0]}-u-nu-latn` : written;
	}
};

/** The arrow keys that lead on along a line, and back: mirrored where a language is read from right to left. */
export const arrows = () => (directionOf(language.current) === 'rtl' ? { on: 'ArrowLeft', back: 'ArrowRight' } : { on: 'ArrowRight', back: 'ArrowLeft' });

const loading: ((l: Language) => Promise<unknown>)[] = [];

/** Registers what must be there before the app speaks another language. */
export function needs(load: (l: Language) => Promise<unknown>): void {
	loading.push(load);
}

/** Tells the document, for screen readers and the direction of its lines, what is spoken. */
function tell(): void {
	document.documentElement.lang = language.current;
	document.documentElement.dir = directionOf(language.current);
}

if (browser) tell();

/** Changes the language for good, once all texts that are in use have come. */
export async function speak(l: Language): Promise<void> {
	await Promise.all(loading.map((load) => load(l)));
	chosen = l;
	tell();
	try {
		localStorage.setItem(stored, l);
	} catch {
		// Then the choice lasts as long as the page.
	}
}
