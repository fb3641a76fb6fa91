import { translations } from '$lib/i18n/translations';
import texts from './guestlist.json';

/** What is said where a guest list is brought in. */
export const guestlist = translations(texts);
