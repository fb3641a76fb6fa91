import { staffTranslations } from '$lib/i18n/translations';

/** What is said where a guest list is brought in. */
export const importing = staffTranslations({ en: () => import('./importing.en'), de: () => import('./importing.de') });
