import { translations } from '$lib/i18n/translations';
import texts from './turns.json';

/** What the page of a public log says about who was next. */
export const turns = translations(texts);
