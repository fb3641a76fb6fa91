import { staffTranslations } from '$lib/i18n/translations';

/** What guests said of an event after it. */
export const feedback = staffTranslations({ en: () => import('./feedback.en'), de: () => import('./feedback.de') });
