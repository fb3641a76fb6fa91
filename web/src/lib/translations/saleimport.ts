import { translations } from '$lib/i18n/translations';
import texts from './saleimport.json';

/** What is said where the sale of another ticket shop is brought in. */
export const saleimport = translations(texts);
