import { staffTranslations } from '$lib/i18n/translations';

/** What is said about an organization's brand in its messages. */
export const brand = staffTranslations({ en: () => import('./brand.en'), de: () => import('./brand.de') });
