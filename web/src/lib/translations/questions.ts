import { translations } from '$lib/i18n/translations';

/** What an event asks its people, and what they answered. */
export const questions = translations({
	en: () => import('./questions.en'),
	de: () => import('./questions.de'),
	fr: () => import('./questions.fr'),
	es: () => import('./questions.es'),
	it: () => import('./questions.it'),
	nl: () => import('./questions.nl'),
	pt: () => import('./questions.pt'),
	pl: () => import('./questions.pl'),
	cs: () => import('./questions.cs'),
	sv: () => import('./questions.sv'),
	tr: () => import('./questions.tr'),
	ar: () => import('./questions.ar')
});
