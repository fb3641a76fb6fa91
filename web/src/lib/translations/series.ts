import { translations } from '$lib/i18n/translations';

/** What the pages of series say to organizers. */
export const series = translations({ en: () => import('./series.en'), de: () => import('./series.de') });
