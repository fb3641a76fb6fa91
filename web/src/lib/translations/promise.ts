import { translations } from '$lib/i18n/translations';
import texts from './promise.json';

/** What an organizer promises before the opening, and whether it was kept. */
export const promise = translations(texts);
