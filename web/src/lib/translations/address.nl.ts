import type { Translation } from '$lib/i18n/translations';
import type english from './address.en';

export default {
	'address.title': 'Nog één stap',
	'address.text':
		'Dit evenement vraagt iedereen eerst het e-mailadres te bevestigen. We sturen een link naar {email}. Wat je hebt ingevuld, blijft hier staan.',
	'address.send': 'Stuur me de link',
	'address.sent.title': 'Kijk in je inbox',
	'address.sent.text': 'De link naar {email} werkt 10 minuten. Je bent nog niet aangemeld: open de link op dit apparaat en rond het hier af.',
	'address.mailbox':
		'Dit is een demoserver: de link voor {email} staat in de mailbox ervan en werkt 10 minuten. Je bent nog niet aangemeld: open de link op dit apparaat en rond het hier af.',
	'address.mailbox.kept': 'Dit is een demoserver: mails worden niet verstuurd, maar hier bewaard.',
	'address.mailbox.open': 'Mailbox openen',
	'address.none.title': 'Deze server verstuurt geen mail',
	'address.none.text': 'Dit evenement vereist een bevestigd e-mailadres, en dat kan hier nu niet. Neem contact op met de organisator.',
	'address.again': 'Opnieuw sturen',
	'address.change': 'Ander adres gebruiken',
	'address.confirmed': '{email} is bevestigd.'
} satisfies Translation<typeof english>;
