import { translations } from '$lib/i18n/translations';
import texts from './refusals.json';

/** What a refusal means, by its code. Fetched when something is refused. */
export const refusals = translations(texts);
