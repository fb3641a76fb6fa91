import { words } from '$lib/i18n/words';

/** What the door says. */
export const door = words({ en: () => import('./door.en'), de: () => import('./door.de') });
