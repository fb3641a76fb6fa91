import { staffTranslations } from '$lib/i18n/translations';

/** Invoices and credit notes of an organization, and what is on them. */
export const invoicing = staffTranslations({ en: () => import('./invoicing.en'), de: () => import('./invoicing.de') });
