import { translations } from '$lib/i18n/translations';

/** What is said where seats are chosen. */
export const seats = translations({
	en: () => import('./seats.en'),
	de: () => import('./seats.de'),
	fr: () => import('./seats.fr'),
	es: () => import('./seats.es'),
	it: () => import('./seats.it'),
	nl: () => import('./seats.nl'),
	pt: () => import('./seats.pt'),
	pl: () => import('./seats.pl'),
	cs: () => import('./seats.cs'),
	sv: () => import('./seats.sv'),
	tr: () => import('./seats.tr'),
	ar: () => import('./seats.ar')
});
