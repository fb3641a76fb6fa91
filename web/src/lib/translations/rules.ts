import { translations } from '$lib/i18n/translations';
import texts from './rules.json';

/** What the settings that bound people and say who sees an event mean, for who sets them. */
export const rules = translations(texts);
