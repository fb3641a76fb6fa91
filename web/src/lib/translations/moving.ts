import { staffTranslations } from '$lib/i18n/translations';

/** What is said where the sale of another ticket shop is brought in. */
export const moving = staffTranslations({ en: () => import('./moving.en'), de: () => import('./moving.de') });
