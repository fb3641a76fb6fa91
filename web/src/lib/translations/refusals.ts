import { translations } from '$lib/i18n/translations';

/** What refusals mean, and the settings that lead to them. */
export const refusals = translations({
	en: () => import('./refusals.en'),
	de: () => import('./refusals.de'),
	fr: () => import('./refusals.fr'),
	es: () => import('./refusals.es'),
	it: () => import('./refusals.it'),
	nl: () => import('./refusals.nl'),
	pt: () => import('./refusals.pt'),
	pl: () => import('./refusals.pl'),
	cs: () => import('./refusals.cs'),
	sv: () => import('./refusals.sv'),
	tr: () => import('./refusals.tr'),
	ar: () => import('./refusals.ar')
});
