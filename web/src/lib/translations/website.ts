import { translations } from '$lib/i18n/translations';
import texts from './website.json';

/** How an organizer puts an event on another website. */
export const website = translations(texts);
