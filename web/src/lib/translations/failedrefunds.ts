import { translations } from '$lib/i18n/translations';
import texts from './failedrefunds.json';

/** Refunds that have failed for good, of all that an organization sells. */
export const failedRefunds = translations(texts);
