/** Invoices of an order, and who they are to. */
export default {
	title: 'Invoice',
	invoice: 'Invoice {number}',
	credit: 'Credit note {number}',
	soon: 'Your invoice will be here in a moment.',
	change: 'Invoice to a company',
	text: 'If the invoice has been issued already, it’s cancelled and a new one is issued: up to five times, within 30 days, and not after a refund.',
	company: 'Company',
	street: 'Street and number',
	postal: 'Postal code',
	city: 'City',
	country: 'Country code',
	'country.hint': 'Two letters: DE, FR, GB',
	vat: 'VAT ID',
	save: 'Save for the invoice',
	saved: 'Saved',
	none: 'The organizer doesn’t issue an invoice for this order.',
	final: 'The invoice can’t be changed any more. Please contact the organizer.'
} as const satisfies import('$lib/i18n/translations').Dictionary;
