import { translations } from '$lib/i18n/translations';
import texts from './boxoffice.json';

/** Selling at the door: tills, sales, and what they add up to. */
export const boxoffice = translations(texts);
