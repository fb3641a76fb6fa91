import { translations } from '$lib/i18n/translations';
import texts from './promocodes.json';

/** The promo and access codes of an event. */
export const promocodes = translations(texts);
