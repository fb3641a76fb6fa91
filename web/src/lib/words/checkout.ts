import { words } from '$lib/i18n/words';

/** What is said where tickets are chosen and paid. */
export const checkout = words({ en: () => import('./checkout.en'), de: () => import('./checkout.de') });
