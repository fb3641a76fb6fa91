import { translations } from '$lib/i18n/translations';
import texts from './billing.json';

/** Invoices of an order, and who they are to. */
export const billing = translations(texts);
