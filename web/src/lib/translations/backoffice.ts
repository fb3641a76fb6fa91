import { translations } from '$lib/i18n/translations';
import texts from './backoffice.json';

/** What organizers' working pages say: guests, orders, the waitlist, histories. */
export const backoffice = translations(texts);
