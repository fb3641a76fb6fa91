import { translations } from '$lib/i18n/translations';
import texts from './campaigns.json';

/** What an organization writes to people who have agreed to marketing, for its team. */
export const campaigns = translations(texts);
