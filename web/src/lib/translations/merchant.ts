import { staffTranslations } from '$lib/i18n/translations';

/** What is said about accounts at payment providers. */
export const merchant = staffTranslations({ en: () => import('./merchant.en'), de: () => import('./merchant.de') });
