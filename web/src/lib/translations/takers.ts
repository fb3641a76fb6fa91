import { translations } from '$lib/i18n/translations';

/** Who took how much of an event, and taking it back. */
export const takers = translations({ en: () => import('./takers.en'), de: () => import('./takers.de') });
