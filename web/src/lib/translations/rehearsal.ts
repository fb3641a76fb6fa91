import { staffTranslations } from '$lib/i18n/translations';

/** Trying an on-sale out with a crowd, and what that showed. */
export const rehearsal = staffTranslations({ en: () => import('./rehearsal.en'), de: () => import('./rehearsal.de') });
