import { translations } from '$lib/i18n/translations';
import texts from './seats.json';

/** What is said where seats are chosen. */
export const seats = translations(texts);
