import { words } from '$lib/i18n/words';

/** What is said where a guest list is brought in. */
export const importing = words({ en: () => import('./importing.en'), de: () => import('./importing.de') });
