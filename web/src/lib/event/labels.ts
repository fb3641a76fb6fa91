import { categories } from '$lib/api/lists';
import { language } from '$lib/i18n/language.svelte';
import { guest } from '$lib/translations/guest';

// What an event says of itself beside words, place and time.

/** What a category is called; its name in the API where this app has no word for it. */
export function categoryName(category: string): string {
	const key = `category.${category}`;
	return guest.has(key) ? guest(key) : category;
}

/** The categories that can be chosen, in their order. */
export const categoryOptions = () => categories.map((value) => ({ value, label: categoryName(value) }));

/** The languages that are offered, beside those that somebody has already. */
const offered = 'ar cs da de el en es fi fr hi hu it ja ko nl no pl pt ro ru sv tr uk zh'.split(' ');

/** What a language is called in the reader's; its code where the browser has no name for it. */
export function languageName(code: string): string {
	try {
		return new Intl.DisplayNames([language.locale], { type: 'language' }).of(code) ?? code;
	} catch {
		return code; // an address can ask for anything
	}
}

/** The languages that can be chosen, by their names; `also` is one of them. */
export function languageOptions(also = ''): { value: string; label: string }[] {
	const codes = also && !offered.includes(also) ? [...offered, also] : offered;
	return codes.map((value) => ({ value, label: languageName(value) })).sort((a, b) => a.label.localeCompare(b.label, language.locale));
}

/** Ages of people who want to come; `also` is one of them. */
export function ageOptions(also = ''): { value: string; label: string }[] {
	const ages = ['3', '6', '10', '12', '14', '16'];
	if (/^\d+$/.test(also) && !ages.includes(also)) ages.push(also);
	return ages.map((value) => ({ value, label: guest('search.age.years', { n: Number(value) }) }));
}
