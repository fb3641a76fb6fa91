import { translations } from '$lib/i18n/translations';
import texts from './log.json';

/** What the page of an event's public log says. */
export const log = translations(texts);
