import { translations } from '$lib/i18n/translations';
import texts from './tracking.json';

/** Links that an organizer gives out, and what came by them. */
export const tracking = translations(texts);
