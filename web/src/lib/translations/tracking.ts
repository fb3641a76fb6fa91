import { staffTranslations } from '$lib/i18n/translations';

/** Links that an organizer gives out, and what came by them. */
export const tracking = staffTranslations({ en: () => import('./tracking.en'), de: () => import('./tracking.de') });
