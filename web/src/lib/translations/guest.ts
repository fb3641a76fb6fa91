import { translations } from '$lib/i18n/translations';

/** What the pages of guests say. */
export const guest = translations({
	en: () => import('./guest.en'),
	de: () => import('./guest.de'),
	fr: () => import('./guest.fr'),
	es: () => import('./guest.es'),
	it: () => import('./guest.it'),
	nl: () => import('./guest.nl'),
	pt: () => import('./guest.pt'),
	pl: () => import('./guest.pl'),
	cs: () => import('./guest.cs'),
	sv: () => import('./guest.sv'),
	tr: () => import('./guest.tr'),
	ar: () => import('./guest.ar')
});
