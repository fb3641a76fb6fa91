import type { Translation } from '$lib/i18n/translations';
import type english from './address.en';

export default {
	'address.title': 'Noch ein Schritt',
	'address.text': 'Für diese Veranstaltung bestätigst du zuerst deine E-Mail-Adresse. Wir senden einen Link an {email}. Was du eingegeben hast, bleibt hier.',
	'address.send': 'Link senden',
	'address.sent.title': 'Sieh in dein Postfach',
	'address.sent.text': 'Der Link an {email} gilt 10 Minuten. Du bist noch nicht angemeldet: Öffne den Link auf diesem Gerät und schließe hier ab.',
	'address.mailbox':
		'Dies ist ein Demo-Server: Der Link an {email} liegt in seinem Postfach und gilt 10 Minuten. Du bist noch nicht angemeldet: Öffne den Link auf diesem Gerät und schließe hier ab.',
	'address.mailbox.kept': 'Dies ist ein Demo-Server: E-Mails werden nicht verschickt, sondern bleiben hier.',
	'address.mailbox.open': 'Postfach öffnen',
	'address.none.title': 'Dieser Server verschickt keine E-Mails',
	'address.none.text': 'Diese Veranstaltung verlangt eine bestätigte E-Mail-Adresse, und das geht hier gerade nicht. Bitte wende dich an den Veranstalter.',
	'address.again': 'Erneut senden',
	'address.change': 'Andere Adresse verwenden',
	'address.confirmed': '{email} ist bestätigt.'
} satisfies Translation<typeof english>;
