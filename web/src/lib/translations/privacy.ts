import { translations } from '$lib/i18n/translations';

/** What the pages say about how one is reached, what is stored, and passkeys. */
export const privacy = translations({ en: () => import('./privacy.en'), de: () => import('./privacy.de') });
