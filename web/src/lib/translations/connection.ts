import { translations } from '$lib/i18n/translations';
import texts from './connection.json';

/** What is said when a page is cut off from what changes. */
export const connection = translations(texts);
