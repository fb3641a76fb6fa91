import { staffTranslations } from '$lib/i18n/translations';

/** Selling at the door: tills, sales, and what they add up to. */
export const boxoffice = staffTranslations({ en: () => import('./boxoffice.en'), de: () => import('./boxoffice.de') });
