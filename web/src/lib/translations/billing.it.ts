import type { Translation } from '$lib/i18n/translations';
import type english from './billing.en';

export default {
	title: 'Fattura',
	invoice: 'Fattura {number}',
	credit: 'Nota di credito {number}',
	soon: 'La tua fattura sarà qui tra un attimo.',
	change: 'Fattura a un’azienda',
	text: 'Se la fattura è già emessa, viene annullata e ne viene emessa un’altra: fino a cinque volte, entro 30 giorni e non dopo un rimborso.',
	company: 'Azienda',
	street: 'Via e numero',
	postal: 'CAP',
	city: 'Città',
	country: 'Codice paese',
	'country.hint': 'Due lettere: DE, FR, GB',
	vat: 'Partita IVA',
	save: 'Salva per la fattura',
	saved: 'Salvato',
	none: 'L’organizzatore non emette fattura per questo ordine.',
	final: 'La fattura non si può più cambiare. Contatta l’organizzatore.'
} satisfies Translation<typeof english>;
