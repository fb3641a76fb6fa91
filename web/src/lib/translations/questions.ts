import { translations } from '$lib/i18n/translations';

/** What an event asks its people, and what they answered. */
export const questions = translations({ en: () => import('./questions.en'), de: () => import('./questions.de') });
