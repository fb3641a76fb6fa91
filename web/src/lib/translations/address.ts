import { translations } from '$lib/i18n/translations';

/** What the pages say to who has to prove an address. */
export const address = translations({ en: () => import('./address.en'), de: () => import('./address.de') });
