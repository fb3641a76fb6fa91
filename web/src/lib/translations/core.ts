import { translations } from '$lib/i18n/translations';

/** What every page says: chrome, states, problems. */
export const core = translations({ en: () => import('./core.en'), de: () => import('./core.de') });
