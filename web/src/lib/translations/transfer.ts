import { translations } from '$lib/i18n/translations';
import texts from './transfer.json';

/** What is said of a ticket that goes from one person to another. */
export const transfer = translations(texts);
