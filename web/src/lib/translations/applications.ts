import { translations } from '$lib/i18n/translations';
import texts from './applications.json';

/** Who has applied for an event. */
export const applications = translations(texts);
