import { translations } from '$lib/i18n/translations';
import texts from './takers.json';

/** Who took how much of an event, and taking it back. */
export const takers = translations(texts);
