import { words } from '$lib/i18n/words';

/** What organizers' working pages say: guests, orders, the line, stories. */
export const office = words({ en: () => import('./office.en'), de: () => import('./office.de') });
