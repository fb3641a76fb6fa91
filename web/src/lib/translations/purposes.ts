import { translations } from '$lib/i18n/translations';
import texts from './purposes.json';

/** What an organization asks guests to agree to, for its team. */
export const purposes = translations(texts);
