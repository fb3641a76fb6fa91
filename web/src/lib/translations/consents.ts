import { translations } from '$lib/i18n/translations';
import texts from './consents.json';

/** What people agree to for marketing and sponsors. */
export const consents = translations(texts);
