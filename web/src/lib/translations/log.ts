import { translations } from '$lib/i18n/translations';

/** What the page of an event's public log says. */
export const log = translations({ en: () => import('./log.en'), de: () => import('./log.de') });
