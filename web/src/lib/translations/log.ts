import { translations } from '$lib/i18n/translations';

/** What the page of an event's public log says. */
export const log = translations({
	en: () => import('./log.en'),
	de: () => import('./log.de'),
	fr: () => import('./log.fr'),
	es: () => import('./log.es'),
	it: () => import('./log.it'),
	nl: () => import('./log.nl'),
	pt: () => import('./log.pt'),
	pl: () => import('./log.pl'),
	cs: () => import('./log.cs'),
	sv: () => import('./log.sv'),
	tr: () => import('./log.tr'),
	ar: () => import('./log.ar')
});
