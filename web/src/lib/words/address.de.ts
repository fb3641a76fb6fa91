import type { Translation } from '$lib/i18n/words';
import type english from './address.en';

export default {
	'address.title': 'Noch ein Schritt',
	'address.text': 'Für diese Veranstaltung bestätigen alle zuerst ihre E-Mail-Adresse. Wir senden einen Link an {email}; was Sie eingegeben haben, bleibt hier.',
	'address.send': 'Link senden',
	'address.sent.title': 'Sehen Sie in Ihr Postfach',
	'address.sent.text': 'Der Link an {email} gilt 10 Minuten. Einen Platz haben Sie noch nicht: Öffnen Sie den Link auf diesem Gerät und schließen Sie hier ab.',
	'address.again': 'Erneut senden',
	'address.change': 'Andere Adresse verwenden',
	'address.confirmed': 'Sie haben {email} bestätigt.'
} satisfies Translation<typeof english>;
