import { translations } from '$lib/i18n/translations';

/** What the door says. */
export const door = translations({ en: () => import('./door.en'), de: () => import('./door.de') });
