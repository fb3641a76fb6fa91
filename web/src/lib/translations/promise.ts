import { translations } from '$lib/i18n/translations';

/** What an organizer promises before the opening, and whether it was kept. */
export const promise = translations({ en: () => import('./promise.en'), de: () => import('./promise.de') });
