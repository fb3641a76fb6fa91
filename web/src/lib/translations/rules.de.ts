import type { Translation } from '$lib/i18n/translations';
import type english from './rules.en';

export default {
	'form.guestNames': 'Namen der Begleitungen',
	'form.guestNames.required': 'Erforderlich',
	'form.guestNames.optional': 'Freiwillig',
	'form.guestNames.none': 'Wird nicht gefragt',
	'form.limit': 'Tickets pro Person',
	'form.limit.hint': 'Über alle Bestellungen und die Warteliste. Leer: unbegrenzt.',
	'form.transfers': 'Weitergaben pro Ticket',
	'form.transfers.hint': 'Wie oft ein Ticket weitergegeben werden darf. 0: nie.',
	'form.require_confirmed_address': 'Bestätigte E-Mail-Adresse verlangen',
	'form.require_confirmed_address.hint': 'Gäste bestätigen ihre E-Mail-Adresse, bevor sie sich anmelden.',
	'form.require_confirmed_address.advice': 'Empfohlen bei kostenlosen Events: So kann niemand Tickets für fremde E-Mail-Adressen belegen.',
	'form.bounds':
		'So kann niemand alle Tickets unbezahlt blockieren. Ist die Grenze eines Netzwerks erreicht, bestätigt man dort die E-Mail-Adresse und kann weitermachen. Für das Team gelten keine Grenzen. Leer: unbegrenzt.',
	'form.unpaidPerNetwork': 'Unbezahlte Tickets pro Netzwerk',
	'form.unpaidPerNetwork.hint': 'Bestellt über denselben Internetanschluss, etwa den eines Büros.',
	'form.unpaidPerPerson': 'Unbezahlte Tickets pro Person',
	'form.unpaidPerPerson.hint': 'Bestellt und noch nicht bezahlt.',
	'form.unconfirmedPerNetwork': 'Unbestätigte Gäste pro Netzwerk',
	'form.unconfirmedPerNetwork.hint': 'Über denselben Internetanschluss angemeldet oder auf der Warteliste, ohne bestätigte Adresse.',
	'form.approval': 'Jeden Gast selbst zulassen',
	'form.approval.hint':
		'Wer sich anmeldet, bewirbt sich zuerst, und du nimmst an oder lehnst ab. Für kostenlose Tickets ohne Sitzplätze, mit Warteliste und ohne Warteraum.',
	'form.visibility': 'Wer sie finden kann',
	'form.visibility.public': 'Alle',
	'form.visibility.public.text': 'Sie steht in der Liste der Veranstaltungen, in der Suche und auf deiner Seite.',
	'form.visibility.unlisted': 'Nur wer den Link hat',
	'form.visibility.unlisted.text': 'Keine Liste, Suche oder Suchmaschine zeigt sie. Teilnehmen kann, wem du den Link schickst.',
	'form.visibility.invite': 'Nur wen du einlädst',
	'form.visibility.invite.text': 'Für alle anderen gibt es sie nicht. Eingeladen wird unter „Einladungen“. Einen Warteraum hat sie nicht.',
	'form.feedback': 'Gäste fragen, wie es war',
	'form.feedback.never': 'Nicht fragen',
	'form.feedback.hour': 'Eine Stunde nach dem Ende',
	'form.feedback.morning': '12 Stunden nach dem Ende',
	'form.feedback.day': 'Einen Tag nach dem Ende',
	'form.feedback.other': '{time} nach dem Ende',
	'form.feedback.hint': 'Eine E-Mail mit einem Link. Nur du liest die Antworten.',
	'form.demand': 'Wie viele kommen auf einmal?',
	'form.demand.normal': 'So viele wie sonst',
	'form.demand.normal.text': 'Nichts weiter. Besucher werden nur geprüft, während der Server viel zu tun hat.',
	'form.demand.high': 'Viele',
	'form.demand.high.text':
		'Von 10 Minuten vor jedem Verkaufsstart bis 30 Minuten danach werden Besucher, die nicht angemeldet sind, auf Bots geprüft, und niemand kann es zu oft versuchen.',
	'form.demand.extreme': 'Weit mehr, als es Tickets gibt',
	'form.demand.extreme.text':
		'Dasselbe von 30 Minuten davor bis 2 Stunden danach, mit engeren Grenzen. Beim Veröffentlichen bekommt die Veranstaltung außerdem einen Warteraum, wenn sie keinen hat: Er öffnet eine halbe Stunde vor dem ersten Verkauf, und eingelassen wird in der Reihenfolge der Ankunft.',
	'form.log': 'Öffentliches Protokoll',
	'form.log.who': 'Wer prüfen kann, was geschehen ist',
	'form.log.people': 'Gäste prüfen ihre eigenen Einträge',
	'form.log.people.text':
		'Jeder Gast kann beweisen, was mit der eigenen Bestellung, dem Ticket oder dem Platz auf der Warteliste geschehen ist. Alle anderen sehen nur, wie viele Einträge es gibt, und deren Fingerabdruck.',
	'form.log.public': 'Alle können es lesen',
	'form.log.public.text':
		'Jeder kann alle Bestellungen, Absagen und Schritte auf der Warteliste herunterladen: was geschehen ist, in welcher Minute und wie viele Tickets. Personen erscheinen als Codes, nie mit Namen oder E-Mail-Adresse. Bei einer kleinen Veranstaltung lässt sich trotzdem manchmal erraten, wer es war.',
	'form.log.off': 'Kein Protokoll',
	'form.log.off.text': 'Niemand von außen kann prüfen, dass die Geschichte deiner Veranstaltung nie umgeschrieben wurde.',

	'form.tier.suggested': 'Vorgeschlagener Preis ({currency})',
	'form.tier.description': 'Was dazugehört',
	'form.tier.description.example': 'Mit Getränk und Platz nahe der Bühne',
	'form.tier.chosen': 'Gäste bestimmen den Preis selbst',
	'form.tier.chosen.hint': 'Zahl, was du kannst: Du schlägst einen Preis vor und legst fest, wie viel es mindestens und höchstens ist.',
	'form.tier.least': 'Mindestpreis ({currency})',
	'form.tier.ceiling': 'Höchstpreis ({currency})',
	'form.tier.ceiling.hint': 'Damit niemand aus Versehen zu viel zahlt.'
} satisfies Translation<typeof english>;
