import { translations } from '$lib/i18n/translations';
import texts from './phones.json';

/** Phones that check people in without an account. */
export const phones = translations(texts);
