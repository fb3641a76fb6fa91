import { staffTranslations } from '$lib/i18n/translations';

/** How an organizer puts an event on another website. */
export const website = staffTranslations({ en: () => import('./website.en'), de: () => import('./website.de') });
