import type { Translation } from '$lib/i18n/translations';
import type english from './address.en';

export default {
	'address.title': 'Ett steg till',
	'address.text': 'Det här evenemanget ber alla att bekräfta sin e-postadress först. Vi skickar en länk till {email}. Det du har fyllt i finns kvar här.',
	'address.send': 'Skicka länken',
	'address.sent.title': 'Kolla din inkorg',
	'address.sent.text': 'Länken till {email} fungerar i 10 minuter. Du är inte anmäld än: öppna länken på den här enheten och avsluta här.',
	'address.mailbox':
		'Det här är en demoserver: länken till {email} ligger i dess brevlåda och fungerar i 10 minuter. Du är inte anmäld än: öppna länken på den här enheten och avsluta här.',
	'address.mailbox.kept': 'Det här är en demoserver: mejl skickas inte, de sparas här.',
	'address.mailbox.open': 'Öppna brevlådan',
	'address.none.title': 'Den här servern skickar inga mejl',
	'address.none.text': 'Evenemanget kräver en bekräftad e-postadress, och det är inte möjligt här just nu. Kontakta arrangören.',
	'address.again': 'Skicka igen',
	'address.change': 'Använd en annan adress',
	'address.confirmed': '{email} är bekräftad.'
} satisfies Translation<typeof english>;
