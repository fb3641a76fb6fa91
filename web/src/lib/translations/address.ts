import { translations } from '$lib/i18n/translations';
import texts from './address.json';

/** Proving that an address is one's own, for events that ask for it. */
export const address = translations(texts);
