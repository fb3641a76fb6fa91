import { translations } from '$lib/i18n/translations';
import texts from './retention.json';

/** What is said of what gets old: archived events, and how long things are kept. */
export const retention = translations(texts);
