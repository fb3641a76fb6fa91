import { translations } from '$lib/i18n/translations';
import texts from './invitations.json';

/** Who is invited to an event. */
export const invitations = translations(texts);
