import { words } from '$lib/i18n/words';

/** What every page says: chrome, states, problems. */
export const core = words({ en: () => import('./core.en'), de: () => import('./core.de') });
