import { translations } from '$lib/i18n/translations';

/** What organizers' working pages say: guests, orders, the waitlist, histories. */
export const office = translations({ en: () => import('./office.en'), de: () => import('./office.de') });
