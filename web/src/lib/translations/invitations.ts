import { staffTranslations } from '$lib/i18n/translations';

/** Who is invited to an event. */
export const invitations = staffTranslations({ en: () => import('./invitations.en'), de: () => import('./invitations.de') });
