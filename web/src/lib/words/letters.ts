import { words } from '$lib/i18n/words';

/** What the messages are called that go out by themselves, and what can stand in them. */
export const letters = words({ en: () => import('./letters.en'), de: () => import('./letters.de') });
