import { words } from '$lib/i18n/words';

/** What the pages say to who is signed in, and on the way there. */
export const account = words({ en: () => import('./account.en'), de: () => import('./account.de') });
