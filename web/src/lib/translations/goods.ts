import { translations } from '$lib/i18n/translations';
import texts from './goods.json';

/** Waiting for goods that are gone. */
export const goods = translations(texts);
