import { translations } from '$lib/i18n/translations';
import texts from './brand.json';

/** What is said about an organization's brand in its messages. */
export const brand = translations(texts);
