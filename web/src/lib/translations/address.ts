import { translations } from '$lib/i18n/translations';

/** What the pages say to who has to prove an address. */
export const address = translations({
	en: () => import('./address.en'),
	de: () => import('./address.de'),
	fr: () => import('./address.fr'),
	es: () => import('./address.es'),
	it: () => import('./address.it'),
	nl: () => import('./address.nl'),
	pt: () => import('./address.pt'),
	pl: () => import('./address.pl'),
	cs: () => import('./address.cs'),
	sv: () => import('./address.sv'),
	tr: () => import('./address.tr'),
	ar: () => import('./address.ar')
});
