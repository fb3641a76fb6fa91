import { translations } from '$lib/i18n/translations';

/** What is said when a page is cut off from what changes. */
export const connection = translations({
	en: () => import('./connection.en'),
	de: () => import('./connection.de'),
	fr: () => import('./connection.fr'),
	es: () => import('./connection.es'),
	it: () => import('./connection.it'),
	nl: () => import('./connection.nl'),
	pt: () => import('./connection.pt'),
	pl: () => import('./connection.pl'),
	cs: () => import('./connection.cs'),
	sv: () => import('./connection.sv'),
	tr: () => import('./connection.tr'),
	ar: () => import('./connection.ar')
});
