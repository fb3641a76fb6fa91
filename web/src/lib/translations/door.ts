import { translations } from '$lib/i18n/translations';

/** What the door says. */
export const door = translations({
	en: () => import('./door.en'),
	de: () => import('./door.de'),
	fr: () => import('./door.fr'),
	es: () => import('./door.es'),
	it: () => import('./door.it'),
	nl: () => import('./door.nl'),
	pt: () => import('./door.pt'),
	pl: () => import('./door.pl'),
	cs: () => import('./door.cs'),
	sv: () => import('./door.sv'),
	tr: () => import('./door.tr'),
	ar: () => import('./door.ar')
});
