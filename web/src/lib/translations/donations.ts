import { translations } from '$lib/i18n/translations';
import texts from './donations.json';

/** Giving something beside an order. */
export const donations = translations(texts);
