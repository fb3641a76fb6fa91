import { translations } from '$lib/i18n/translations';
import texts from './calendar.json';

/** What is said of the calendar of a venue. */
export const calendar = translations(texts);
