import { translations } from '$lib/i18n/translations';

/** What the pages say to who is signed in, and on the way there. */
export const account = translations({
	en: () => import('./account.en'),
	de: () => import('./account.de'),
	fr: () => import('./account.fr'),
	es: () => import('./account.es'),
	it: () => import('./account.it'),
	nl: () => import('./account.nl'),
	pt: () => import('./account.pt'),
	pl: () => import('./account.pl'),
	cs: () => import('./account.cs'),
	sv: () => import('./account.sv'),
	tr: () => import('./account.tr'),
	ar: () => import('./account.ar')
});
