import type { Translation } from '$lib/i18n/translations';
import type english from './billing.en';

export default {
	title: 'Rechnung',
	invoice: 'Rechnung {number}',
	credit: 'Rechnungskorrektur {number}',
	soon: 'Deine Rechnung ist gleich hier.',
	change: 'Rechnung auf eine Firma',
	text: 'Wenn die Rechnung schon ausgestellt ist, wird sie storniert und eine neue ausgestellt: bis zu fünfmal, innerhalb von 30 Tagen und nicht nach einer Erstattung.',
	company: 'Firma',
	street: 'Straße und Hausnummer',
	postal: 'Postleitzahl',
	city: 'Ort',
	country: 'Ländercode',
	'country.hint': 'Zwei Buchstaben: DE, FR, GB',
	vat: 'USt-IdNr.',
	save: 'Für die Rechnung speichern',
	saved: 'Gespeichert',
	none: 'Der Veranstalter stellt für diese Bestellung keine Rechnung aus.',
	final: 'Die Rechnung kann nicht mehr geändert werden. Bitte wende dich an den Veranstalter.'
} satisfies Translation<typeof english>;
