import { translations } from '$lib/i18n/translations';
import texts from './bank.json';

/** What is said about bank transfers: the account, the statements, and the desk. */
export const bank = translations(texts);
