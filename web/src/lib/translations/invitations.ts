import { staffTranslations } from '$lib/i18n/translations';
import texts from './invitations.json';

/** Who is invited to an event. */
export const invitations = staffTranslations(texts);
