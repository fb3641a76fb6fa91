import type { Translation } from '$lib/i18n/translations';
import type english from './billing.en';

export default {
	title: 'Faktura',
	invoice: 'Faktura {number}',
	credit: 'Faktura korygująca {number}',
	soon: 'Twoja faktura będzie tu za chwilę.',
	change: 'Faktura na firmę',
	text: 'Jeśli faktura jest już wystawiona, zostanie skorygowana i wystawimy nową: do pięciu razy, w ciągu 30 dni i nie po zwrocie.',
	company: 'Firma',
	street: 'Ulica i numer',
	postal: 'Kod pocztowy',
	city: 'Miejscowość',
	country: 'Kod kraju',
	'country.hint': 'Dwie litery: DE, FR, GB',
	vat: 'NIP UE',
	save: 'Zapisz do faktury',
	saved: 'Zapisano',
	none: 'Organizator nie wystawia faktury do tego zamówienia.',
	final: 'Faktury nie można już zmienić. Skontaktuj się z organizatorem.'
} satisfies Translation<typeof english>;
