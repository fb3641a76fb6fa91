import { staffTranslations } from '$lib/i18n/translations';

/** Who has applied for an event. */
export const applications = staffTranslations({ en: () => import('./applications.en'), de: () => import('./applications.de') });
