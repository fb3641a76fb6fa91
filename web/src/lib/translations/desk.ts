import { staffTranslations } from '$lib/i18n/translations';

/** What the pages of organizers say. */
export const desk = staffTranslations({ en: () => import('./desk.en'), de: () => import('./desk.de') });
