import { translations } from '$lib/i18n/translations';
import texts from './security.json';

/** What is said in the security log. */
export const security = translations(texts);
