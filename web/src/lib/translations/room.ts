import { translations } from '$lib/i18n/translations';

/** What the page of a waiting room says. */
export const room = translations({ en: () => import('./room.en'), de: () => import('./room.de') });
