import { translations } from '$lib/i18n/translations';
import texts from './feedback.json';

/** What guests said of an event after it. */
export const feedback = translations(texts);
