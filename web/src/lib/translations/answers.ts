import { translations } from '$lib/i18n/translations';
import texts from './answers.json';

/** What was answered to the questions of an event, for those who run it. */
export const answers = translations(texts);
