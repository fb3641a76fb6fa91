import { translations } from '$lib/i18n/translations';
import texts from './privacy.json';

/** What the pages say about how one is reached, what is stored, and passkeys. */
export const privacy = translations(texts);
