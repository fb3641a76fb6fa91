import { staffTranslations } from '$lib/i18n/translations';

/** The rules of an event, in the form that sets them. */
export const rules = staffTranslations({ en: () => import('./rules.en'), de: () => import('./rules.de') });
