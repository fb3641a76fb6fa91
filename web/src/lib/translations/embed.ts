import { translations } from '$lib/i18n/translations';

/** What an event says in a frame on another website, beside what it says everywhere. */
export const embed = translations({
	en: () => import('./embed.en'),
	de: () => import('./embed.de'),
	fr: () => import('./embed.fr'),
	es: () => import('./embed.es'),
	it: () => import('./embed.it'),
	nl: () => import('./embed.nl'),
	pt: () => import('./embed.pt'),
	pl: () => import('./embed.pl'),
	cs: () => import('./embed.cs'),
	sv: () => import('./embed.sv'),
	tr: () => import('./embed.tr'),
	ar: () => import('./embed.ar')
});
