import { staffTranslations } from '$lib/i18n/translations';

/** What is said in the security log. */
export const security = staffTranslations({ en: () => import('./security.en'), de: () => import('./security.de') });
