import { translations } from '$lib/i18n/translations';

/** What the pages of guests say. */
export const guest = translations({ en: () => import('./guest.en'), de: () => import('./guest.de') });
