import { translations } from '$lib/i18n/translations';
import texts from './eventstate.json';

/** What the page says that shows an event as it stood. */
export const eventstate = translations(texts);
