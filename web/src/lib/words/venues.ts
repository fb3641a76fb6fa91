import { words } from '$lib/i18n/words';

/** What is said of venues, and where seating plans are drawn. */
export const venues = words({ en: () => import('./venues.en'), de: () => import('./venues.de') });
