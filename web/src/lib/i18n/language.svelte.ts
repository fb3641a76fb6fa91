import { browser } from '$app/environment';

/** The languages that every text of the app exists in. */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

const stored = 'language';
const year = 31_536_000; // seconds

function isLanguage(s: string | null | undefined): s is Language {
	return languages.some((l) => l === s);
}

/** The reader's choice, else the first of the browser's languages that we have. */
export function preferred(choice: string | null, wishes: readonly string[]): Language {
	if (isLanguage(choice)) return choice;
	for (const wish of wishes) {
		const base = wish.toLowerCase().split('-')[0];
		if (isLanguage(base)) return base;
	}
	return 'en';
}

/** The choice stands in a cookie, so that the server's first HTML is in that language too. */
function read(): string | null {
	return /(?:^|; )language=(\w+)/.exec(document.cookie)?.[1] ?? null;
}

/** What the server took the reader's wishes for, in a page that it wrote; else what the browser says. */
function wishes(): readonly string[] {
	return document.getElementById('boot') ? [document.documentElement.lang] : navigator.languages;
}

let current = $state<Language>(browser ? preferred(read(), wishes()) : 'en');

/** The language that the app speaks now. */
export const language = {
	get current(): Language {
		return current;
	},
	/** How dates and numbers are written: the browser's variant of the language, if it has one. */
	get locale(): string {
		const variant = browser ? navigator.languages.find((l) => l.toLowerCase().startsWith(current)) : undefined;
		return variant ?? (current === 'en' ? 'en-GB' : 'de-DE');
	}
};

const loading: ((l: Language) => Promise<unknown>)[] = [];

/** Registers what must be there before the app speaks another language. */
export function needs(load: (l: Language) => Promise<unknown>): void {
	loading.push(load);
}

/** Changes the language for good, once all texts that are in use have come. */
export async function speak(l: Language): Promise<void> {
	await Promise.all(loading.map((load) => load(l)));
	current = l;
	document.documentElement.lang = l;
	const secure = location.protocol === 'https:' ? '; Secure' : '';
	document.cookie = `${stored}=${l}; Path=/; Max-Age=${year}; SameSite=Lax${secure}`;
}
