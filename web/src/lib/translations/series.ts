import { staffTranslations } from '$lib/i18n/translations';

/** What the pages of series say to organizers. */
export const series = staffTranslations({ en: () => import('./series.en'), de: () => import('./series.de') });
