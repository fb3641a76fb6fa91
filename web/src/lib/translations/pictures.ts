import { translations } from '$lib/i18n/translations';
import texts from './pictures.json';

/** The picture of an event or a venue, as organizers choose it. */
export const pictures = translations(texts);
