import { translations } from '$lib/i18n/translations';
import texts from './organizer.json';

/** What the pages of organizers say. */
export const organizer = translations(texts);
