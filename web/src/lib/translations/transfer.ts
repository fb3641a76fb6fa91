import { translations } from '$lib/i18n/translations';

/** What is said of a ticket that goes from one person to another. */
export const transfer = translations({ en: () => import('./transfer.en'), de: () => import('./transfer.de') });
