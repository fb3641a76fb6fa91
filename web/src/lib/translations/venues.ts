import { translations } from '$lib/i18n/translations';
import texts from './venues.json';

/** What is said of venues, and where seating plans are drawn. */
export const venues = translations(texts);
