import { translations } from '$lib/i18n/translations';
import texts from './series.json';

/** What the pages of series say to organizers. */
export const series = translations(texts);
