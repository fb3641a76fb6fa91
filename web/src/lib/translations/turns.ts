import { translations } from '$lib/i18n/translations';

/** What the page of a public log says about who was next. */
export const turns = translations({ en: () => import('./turns.en'), de: () => import('./turns.de') });
