import { translations } from '$lib/i18n/translations';

/** What an organizer promises before the opening, and whether it was kept. */
export const promise = translations({
	en: () => import('./promise.en'),
	de: () => import('./promise.de'),
	fr: () => import('./promise.fr'),
	es: () => import('./promise.es'),
	it: () => import('./promise.it'),
	nl: () => import('./promise.nl'),
	pt: () => import('./promise.pt'),
	pl: () => import('./promise.pl'),
	cs: () => import('./promise.cs'),
	sv: () => import('./promise.sv'),
	tr: () => import('./promise.tr'),
	ar: () => import('./promise.ar')
});
