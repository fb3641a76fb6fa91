import { translations } from '$lib/i18n/translations';
import texts from './rehearsal.json';

/** Trying an on-sale out with a crowd, and what that showed. */
export const rehearsal = translations(texts);
