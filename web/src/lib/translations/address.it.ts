import type { Translation } from '$lib/i18n/translations';
import type english from './address.en';

export default {
	'address.title': 'Ancora un passaggio',
	'address.text': 'Questo evento chiede a tutti di confermare prima l’indirizzo email. Invieremo un link a {email}. Ciò che hai inserito resta qui.',
	'address.send': 'Inviami il link',
	'address.sent.title': 'Controlla la posta',
	'address.sent.text': 'Il link inviato a {email} funziona per 10 minuti. L’iscrizione non è ancora fatta: apri il link su questo dispositivo e completa qui.',
	'address.mailbox':
		'Questo è un server dimostrativo: il link per {email} è nella sua casella e funziona per 10 minuti. L’iscrizione non è ancora fatta: apri il link su questo dispositivo e completa qui.',
	'address.mailbox.kept': 'Questo è un server dimostrativo: le email non vengono inviate, restano qui.',
	'address.mailbox.open': 'Apri la casella',
	'address.none.title': 'Questo server non invia email',
	'address.none.text': 'Questo evento richiede un indirizzo email confermato, e al momento qui non è possibile. Contatta l’organizzatore.',
	'address.again': 'Invialo di nuovo',
	'address.change': 'Usa un altro indirizzo',
	'address.confirmed': '{email} è confermato.'
} satisfies Translation<typeof english>;
