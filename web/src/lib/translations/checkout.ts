import { translations } from '$lib/i18n/translations';
import texts from './checkout.json';

/** What is said where tickets are chosen and paid. */
export const checkout = translations(texts);
