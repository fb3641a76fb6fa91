import { translations } from '$lib/i18n/translations';

/** What the page says that shows an event as it stood. */
export const stood = translations({ en: () => import('./stood.en'), de: () => import('./stood.de') });
