import { words } from '$lib/i18n/words';

/** What refusals mean. */
export const refusals = words({ en: () => import('./refusals.en'), de: () => import('./refusals.de') });
