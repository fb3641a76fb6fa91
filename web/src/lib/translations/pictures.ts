import { translations } from '$lib/i18n/translations';
import texts from './pictures.json';

/** Pictures of events, venues and rooms, as organizers choose them. */
export const pictures = translations(texts);
