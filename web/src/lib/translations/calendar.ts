import { staffTranslations } from '$lib/i18n/translations';

/** What is said of the calendar of a venue. */
export const calendar = staffTranslations({ en: () => import('./calendar.en'), de: () => import('./calendar.de') });
