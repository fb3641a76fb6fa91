import { staffTranslations } from '$lib/i18n/translations';

/** The add-ons and goods of an event. */
export const extras = staffTranslations({ en: () => import('./extras.en'), de: () => import('./extras.de') });
