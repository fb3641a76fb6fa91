import type { Translation } from '$lib/i18n/translations';
import type english from './billing.en';

export default {
	title: 'Faktura',
	invoice: 'Faktura {number}',
	credit: 'Kreditfaktura {number}',
	soon: 'Din faktura finns här om ett ögonblick.',
	change: 'Faktura till ett företag',
	text: 'Om fakturan redan är utställd makuleras den och en ny ställs ut: upp till fem gånger, inom 30 dagar och inte efter en återbetalning.',
	company: 'Företag',
	street: 'Gata och nummer',
	postal: 'Postnummer',
	city: 'Ort',
	country: 'Landskod',
	'country.hint': 'Två bokstäver: DE, FR, GB',
	vat: 'Momsreg.nr',
	save: 'Spara för fakturan',
	saved: 'Sparat',
	none: 'Arrangören ställer inte ut någon faktura för den här beställningen.',
	final: 'Fakturan kan inte ändras längre. Kontakta arrangören.'
} satisfies Translation<typeof english>;
