import { words } from '$lib/i18n/words';

/** What is said where seats are chosen. */
export const seats = words({ en: () => import('./seats.en'), de: () => import('./seats.de') });
