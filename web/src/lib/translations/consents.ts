import { translations } from '$lib/i18n/translations';

/** What people agree to for marketing and sponsors. */
export const consents = translations({
	en: () => import('./consents.en'),
	de: () => import('./consents.de'),
	fr: () => import('./consents.fr'),
	es: () => import('./consents.es'),
	it: () => import('./consents.it'),
	nl: () => import('./consents.nl'),
	pt: () => import('./consents.pt'),
	pl: () => import('./consents.pl'),
	cs: () => import('./consents.cs'),
	sv: () => import('./consents.sv'),
	tr: () => import('./consents.tr'),
	ar: () => import('./consents.ar')
});
