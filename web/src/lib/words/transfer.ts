import { words } from '$lib/i18n/words';

/** What is said of a ticket that goes from one person to another. */
export const transfer = words({ en: () => import('./transfer.en'), de: () => import('./transfer.de') });
