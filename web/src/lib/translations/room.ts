import { translations } from '$lib/i18n/translations';

/** What the page of a waiting room says. */
export const room = translations({
	en: () => import('./room.en'),
	de: () => import('./room.de'),
	fr: () => import('./room.fr'),
	es: () => import('./room.es'),
	it: () => import('./room.it'),
	nl: () => import('./room.nl'),
	pt: () => import('./room.pt'),
	pl: () => import('./room.pl'),
	cs: () => import('./room.cs'),
	sv: () => import('./room.sv'),
	tr: () => import('./room.tr'),
	ar: () => import('./room.ar')
});
