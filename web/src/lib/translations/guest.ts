import { translations } from '$lib/i18n/translations';
import texts from './guest.json';

/** What the pages of guests say. */
export const guest = translations(texts);
