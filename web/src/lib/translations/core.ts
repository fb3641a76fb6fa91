import { translations } from '$lib/i18n/translations';

/** What every page says: chrome, states, problems. */
export const core = translations({
	en: () => import('./core.en'),
	de: () => import('./core.de'),
	fr: () => import('./core.fr'),
	es: () => import('./core.es'),
	it: () => import('./core.it'),
	nl: () => import('./core.nl'),
	pt: () => import('./core.pt'),
	pl: () => import('./core.pl'),
	cs: () => import('./core.cs'),
	sv: () => import('./core.sv'),
	tr: () => import('./core.tr'),
	ar: () => import('./core.ar')
});
