import { translations } from '$lib/i18n/translations';

/** What the pages say to who is signed in, and on the way there. */
export const account = translations({ en: () => import('./account.en'), de: () => import('./account.de') });
