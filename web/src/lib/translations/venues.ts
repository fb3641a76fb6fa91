import { staffTranslations } from '$lib/i18n/translations';

/** What is said of venues, and where seating plans are drawn. */
export const venues = staffTranslations({ en: () => import('./venues.en'), de: () => import('./venues.de') });
