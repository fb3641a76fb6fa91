import { translations } from '$lib/i18n/translations';
import texts from './fees.json';

/** Fees that organizers put on orders. */
export const fees = translations(texts);
