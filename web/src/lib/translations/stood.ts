import { staffTranslations } from '$lib/i18n/translations';

/** What the page says that shows an event as it stood. */
export const stood = staffTranslations({ en: () => import('./stood.en'), de: () => import('./stood.de') });
