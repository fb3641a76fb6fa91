import { translations } from '$lib/i18n/translations';

/** What is said where tickets are chosen and paid. */
export const checkout = translations({
	en: () => import('./checkout.en'),
	de: () => import('./checkout.de'),
	fr: () => import('./checkout.fr'),
	es: () => import('./checkout.es'),
	it: () => import('./checkout.it'),
	nl: () => import('./checkout.nl'),
	pt: () => import('./checkout.pt'),
	pl: () => import('./checkout.pl'),
	cs: () => import('./checkout.cs'),
	sv: () => import('./checkout.sv'),
	tr: () => import('./checkout.tr'),
	ar: () => import('./checkout.ar')
});
