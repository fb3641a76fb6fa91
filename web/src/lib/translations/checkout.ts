import { translations } from '$lib/i18n/translations';

/** What is said where tickets are chosen and paid. */
export const checkout = translations({ en: () => import('./checkout.en'), de: () => import('./checkout.de') });
