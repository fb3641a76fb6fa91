import { translations } from '$lib/i18n/translations';

/** What the pages say about how one is reached, what is stored, and passkeys. */
export const privacy = translations({
	en: () => import('./privacy.en'),
	de: () => import('./privacy.de'),
	fr: () => import('./privacy.fr'),
	es: () => import('./privacy.es'),
	it: () => import('./privacy.it'),
	nl: () => import('./privacy.nl'),
	pt: () => import('./privacy.pt'),
	pl: () => import('./privacy.pl'),
	cs: () => import('./privacy.cs'),
	sv: () => import('./privacy.sv'),
	tr: () => import('./privacy.tr'),
	ar: () => import('./privacy.ar')
});
