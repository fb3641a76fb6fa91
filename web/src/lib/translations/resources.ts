import { translations } from '$lib/i18n/translations';
import texts from './resources.json';

/** Waitlists for capacity that another system owns. */
export const resources = translations(texts);
