import { translations } from '$lib/i18n/translations';
import texts from './room.json';

/** What the page of a waiting room says. */
export const room = translations(texts);
