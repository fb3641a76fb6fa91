import { translations } from '$lib/i18n/translations';

/** What is said when a page is cut off from what changes. */
export const connection = translations({ en: () => import('./connection.en'), de: () => import('./connection.de') });
