import { translations } from '$lib/i18n/translations';

/** Invoices of an order, and who they are to. */
export const billing = translations({
	en: () => import('./billing.en'),
	de: () => import('./billing.de'),
	fr: () => import('./billing.fr'),
	es: () => import('./billing.es'),
	it: () => import('./billing.it'),
	nl: () => import('./billing.nl'),
	pt: () => import('./billing.pt'),
	pl: () => import('./billing.pl'),
	cs: () => import('./billing.cs'),
	sv: () => import('./billing.sv'),
	tr: () => import('./billing.tr'),
	ar: () => import('./billing.ar')
});
