import { translations } from '$lib/i18n/translations';
import texts from './invoicing.json';

/** Invoices and credit notes of an organization, and what is on them. */
export const invoicing = translations(texts);
