import { translations } from '$lib/i18n/translations';
import texts from './questions.json';

/** What an event asks its people, and what they answered. */
export const questions = translations(texts);
