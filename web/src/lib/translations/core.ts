import { translations } from '$lib/i18n/translations';
import texts from './core.json';

/** What every page says: chrome, states, problems. */
export const core = translations(texts);
