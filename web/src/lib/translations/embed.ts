import { translations } from '$lib/i18n/translations';
import texts from './embed.json';

/** What an event says in a frame on another website, beside what it says everywhere. */
export const embed = translations(texts);
