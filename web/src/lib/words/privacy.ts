import { words } from '$lib/i18n/words';

/** What the pages say about how one is reached, what is stored, and passkeys. */
export const privacy = words({ en: () => import('./privacy.en'), de: () => import('./privacy.de') });
