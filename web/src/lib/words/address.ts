import { words } from '$lib/i18n/words';

/** What the pages say to who has to prove an address. */
export const address = words({ en: () => import('./address.en'), de: () => import('./address.de') });
