import { staffTranslations } from '$lib/i18n/translations';

/** What an organization asks guests to agree to, for its team. */
export const purposes = staffTranslations({ en: () => import('./purposes.en'), de: () => import('./purposes.de') });
