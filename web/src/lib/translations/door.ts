import { translations } from '$lib/i18n/translations';
import texts from './door.json';

/** What the door says. */
export const door = translations(texts);
