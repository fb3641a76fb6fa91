import { translations } from '$lib/i18n/translations';

/** What the page of a public log says about who was next. */
export const turns = translations({
	en: () => import('./turns.en'),
	de: () => import('./turns.de'),
	fr: () => import('./turns.fr'),
	es: () => import('./turns.es'),
	it: () => import('./turns.it'),
	nl: () => import('./turns.nl'),
	pt: () => import('./turns.pt'),
	pl: () => import('./turns.pl'),
	cs: () => import('./turns.cs'),
	sv: () => import('./turns.sv'),
	tr: () => import('./turns.tr'),
	ar: () => import('./turns.ar')
});
