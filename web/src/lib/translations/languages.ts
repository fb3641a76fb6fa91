import { translations } from '$lib/i18n/translations';
import texts from './languages.json';

/** What an event says in other languages beside its main one. */
export const languages = translations(texts);
