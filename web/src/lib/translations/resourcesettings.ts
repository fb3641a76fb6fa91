import { translations } from '$lib/i18n/translations';
import texts from './resourcesettings.json';

/** The rules of waitlists for capacity that another system owns. */
export const resourceSettings = translations(texts);
