import { staffTranslations } from '$lib/i18n/translations';

/** Who took how much of an event, and taking it back. */
export const takers = staffTranslations({ en: () => import('./takers.en'), de: () => import('./takers.de') });
