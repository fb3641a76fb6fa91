import { api, Problem, take, type Schema } from '$lib/api/client';
import { remembered } from './remembered.svelte';
import { language } from '$lib/i18n/language.svelte';

export type Home = Schema['Home'];
export type Section = Schema['HomeSection'];

/** The home page of a city; '': of all. undefined: there is none to show now, and the list answers instead, or says what is wrong. */
export async function readHome(city: string): Promise<Home | undefined> {
	try {
		return await take(api.GET('/v1/public/home', { params: { query: city ? { city } : {} } }));
	} catch (thrown) {
		if (thrown instanceof Problem && (thrown.status === 422 || thrown.status === 503)) return undefined;
		throw thrown;
	}
}

/** How a city is called in the reader's language. */
export const cityName = (city: Schema['CityBrief']) => city.names[language.current] ?? city.names.en;

/** The address of the home page of a city; '': of all. */
export const cityPath = (id: string) => (id ? `/?city=${encodeURIComponent(id)}` : '/');

/** The address of the list of all that is on in a city; '': anywhere. */
export const allPath = (id: string) => `/?${id ? `city=${encodeURIComponent(id)}&` : ''}when=upcoming`;

/** The address of all events: the home page, unless that opens with a city. */
export const everywherePath = () => (remembered.city ? allPath('') : '/');

/** A home page with one section is no better than the list of all. */
export const hasSections = (home: Home | undefined): home is Home => (home?.sections.length ?? 0) > 1;
