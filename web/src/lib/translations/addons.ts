import { translations } from '$lib/i18n/translations';
import texts from './addons.json';

/** The add-ons and goods of an event. */
export const addons = translations(texts);
