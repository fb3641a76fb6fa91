import { staffTranslations } from '$lib/i18n/translations';

/** The promo and access codes of an event. */
export const promocodes = staffTranslations({ en: () => import('./promocodes.en'), de: () => import('./promocodes.de') });
