import { translations } from '$lib/i18n/translations';
import texts from './account.json';

/** What the pages say to who is signed in, and on the way there. */
export const account = translations(texts);
