import type { Translation } from '$lib/i18n/translations';
import type english from './billing.en';

export default {
	title: 'Faktura',
	invoice: 'Faktura {number}',
	credit: 'Dobropis {number}',
	soon: 'Faktura tu bude za okamžik.',
	change: 'Faktura na firmu',
	text: 'Pokud už je faktura vystavena, bude zrušena a vystaví se nová: nejvýše pětkrát, do 30 dnů a ne po vrácení peněz.',
	company: 'Firma',
	street: 'Ulice a číslo',
	postal: 'PSČ',
	city: 'Město',
	country: 'Kód země',
	'country.hint': 'Dvě písmena: DE, FR, GB',
	vat: 'DIČ',
	save: 'Uložit pro fakturu',
	saved: 'Uloženo',
	none: 'Pořadatel k této objednávce fakturu nevystavuje.',
	final: 'Fakturu už nelze změnit. Obraťte se na pořadatele.'
} satisfies Translation<typeof english>;
