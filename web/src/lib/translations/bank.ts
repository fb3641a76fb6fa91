import { staffTranslations } from '$lib/i18n/translations';

/** What is said about bank transfers: the account, the statements, and the desk. */
export const bank = staffTranslations({ en: () => import('./bank.en'), de: () => import('./bank.de') });
