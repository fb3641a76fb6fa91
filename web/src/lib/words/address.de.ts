import type { Translation } from '$lib/i18n/words';
import type english from './address.en';

export default {
	'address.title': 'Noch ein Schritt',
	'address.text': 'Für diese Veranstaltung bestätigen alle zuerst ihre E-Mail-Adresse. Wir senden einen Link an {email}; was du eingegeben hast, bleibt hier.',
	'address.send': 'Link senden',
	'address.sent.title': 'Sieh in dein Postfach',
	'address.sent.text': 'Der Link an {email} gilt 10 Minuten. Einen Platz hast du noch nicht: Öffne den Link auf diesem Gerät und schließe hier ab.',
	'address.mailbox':
		'Dieser Server ist zum Ausprobieren: Der Link an {email} liegt in seinem Postfach und gilt 10 Minuten. Einen Platz hast du noch nicht: Öffne den Link auf diesem Gerät und schließe hier ab.',
	'address.mailbox.kept': 'Dieser Server ist zum Ausprobieren: Mails gehen nicht hinaus, sondern bleiben hier.',
	'address.mailbox.open': 'Postfach öffnen',
	'address.none.title': 'Dieser Server verschickt keine Mail',
	'address.none.text': 'Darum kann hier niemand eine Adresse bestätigen, und diese Veranstaltung verlangt das. Sag es denen, die sie veranstalten.',
	'address.again': 'Erneut senden',
	'address.change': 'Andere Adresse verwenden',
	'address.confirmed': 'Du hast {email} bestätigt.'
} satisfies Translation<typeof english>;
