import { staffTranslations } from '$lib/i18n/translations';

/** What organizers' working pages say: guests, orders, the waitlist, histories. */
export const office = staffTranslations({ en: () => import('./office.en'), de: () => import('./office.de') });
