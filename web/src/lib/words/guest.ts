import { words } from '$lib/i18n/words';

/** What the pages of guests say. */
export const guest = words({ en: () => import('./guest.en'), de: () => import('./guest.de') });
