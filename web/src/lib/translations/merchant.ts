import { translations } from '$lib/i18n/translations';
import texts from './merchant.json';

/** What is said about accounts at payment providers. */
export const merchant = translations(texts);
