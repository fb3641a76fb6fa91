import { staffTranslations } from '$lib/i18n/translations';

/** What the messages are called that go out by themselves, and what can stand in them. */
export const letters = staffTranslations({ en: () => import('./letters.en'), de: () => import('./letters.de') });
