import { translations } from '$lib/i18n/translations';

/** What is said in the security log. */
export const security = translations({ en: () => import('./security.en'), de: () => import('./security.de') });
