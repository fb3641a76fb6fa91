import type { Translation } from '$lib/i18n/translations';
import type english from './address.en';

export default {
	'address.title': 'Jeszcze jeden krok',
	'address.text': 'To wydarzenie prosi wszystkich o potwierdzenie najpierw adresu e-mail. Wyślemy link na {email}. Wpisane dane zostaną tutaj.',
	'address.send': 'Wyślij mi link',
	'address.sent.title': 'Sprawdź skrzynkę',
	'address.sent.text': 'Link wysłany na {email} działa 10 minut. To jeszcze nie rejestracja: otwórz link na tym urządzeniu i dokończ tutaj.',
	'address.mailbox':
		'To serwer demonstracyjny: link dla {email} jest w jego skrzynce i działa 10 minut. To jeszcze nie rejestracja: otwórz link na tym urządzeniu i dokończ tutaj.',
	'address.mailbox.kept': 'To serwer demonstracyjny: e-maile nie są wysyłane, zostają tutaj.',
	'address.mailbox.open': 'Otwórz skrzynkę',
	'address.none.title': 'Ten serwer nie wysyła e-maili',
	'address.none.text': 'To wydarzenie wymaga potwierdzonego adresu e-mail, a tu nie jest to teraz możliwe. Skontaktuj się z organizatorem.',
	'address.again': 'Wyślij ponownie',
	'address.change': 'Użyj innego adresu',
	'address.confirmed': 'Adres {email} jest potwierdzony.'
} satisfies Translation<typeof english>;
