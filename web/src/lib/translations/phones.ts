import { staffTranslations } from '$lib/i18n/translations';

/** Phones that check people in without an account. */
export const phones = staffTranslations({ en: () => import('./phones.en'), de: () => import('./phones.de') });
