import { translations } from '$lib/i18n/translations';

/** What refusals mean. */
export const refusals = translations({ en: () => import('./refusals.en'), de: () => import('./refusals.de') });
