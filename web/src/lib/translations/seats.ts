import { translations } from '$lib/i18n/translations';

/** What is said where seats are chosen. */
export const seats = translations({ en: () => import('./seats.en'), de: () => import('./seats.de') });
