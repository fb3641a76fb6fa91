import { translations } from '$lib/i18n/translations';

/** What refusals mean, and the settings that lead to them. */
export const refusals = translations({ en: () => import('./refusals.en'), de: () => import('./refusals.de') });
