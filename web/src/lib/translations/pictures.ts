import { staffTranslations } from '$lib/i18n/translations';

/** The picture of an event, as organizers choose it. */
export const pictures = staffTranslations({ en: () => import('./pictures.en'), de: () => import('./pictures.de') });
