import { translations } from '$lib/i18n/translations';

/** What is said of a ticket that goes from one person to another. */
export const transfer = translations({
	en: () => import('./transfer.en'),
	de: () => import('./transfer.de'),
	fr: () => import('./transfer.fr'),
	es: () => import('./transfer.es'),
	it: () => import('./transfer.it'),
	nl: () => import('./transfer.nl'),
	pt: () => import('./transfer.pt'),
	pl: () => import('./transfer.pl'),
	cs: () => import('./transfer.cs'),
	sv: () => import('./transfer.sv'),
	tr: () => import('./transfer.tr'),
	ar: () => import('./transfer.ar')
});
