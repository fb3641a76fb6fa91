import { words } from '$lib/i18n/words';

/** What the pages of organizers say. */
export const desk = words({ en: () => import('./desk.en'), de: () => import('./desk.de') });
