import { staffTranslations } from '$lib/i18n/translations';

/** Waitlists for capacity that another system owns. */
export const resources = staffTranslations({ en: () => import('./resources.en'), de: () => import('./resources.de') });
