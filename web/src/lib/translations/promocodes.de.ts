import type { Translation } from '$lib/i18n/translations';
import type english from './promocodes.en';

export default {
	text: 'Gib Rabatte, oder schalte versteckte Tickets frei.',
	new: 'Neuer Promo-Code',
	'new.text': 'Groß- und Kleinschreibung ist egal.',
	code: 'Promo-Code',
	kind: 'Art',
	'kind.percent': 'Rabatt in Prozent',
	'kind.percent.text': 'Ein Prozentsatz auf jedes Ticket.',
	'kind.amount': 'Fester Rabatt',
	'kind.amount.text': 'Ein Betrag auf jedes Ticket, höchstens bis kostenlos.',
	'kind.access': 'Zugang zu versteckten Tickets',
	'kind.access.text': 'Nur wer den Code hat, kann sie kaufen.',
	'percent.label': 'Prozent',
	'amount.label': 'Betrag ({currency})',
	most: 'Wie oft einlösbar',
	'most.hint': 'Wie viele Bestellungen ihn nutzen dürfen, unbezahlte zählen mit. Leer: unbegrenzt.',
	ends: 'Gilt bis',
	tiers: 'Nur für diese Tickets',
	make: 'Code anlegen',
	percent: '{n} % Rabatt',
	amount: '{amount} Rabatt',
	opens: 'Schaltet versteckte Tickets frei',
	allTiers: 'alle Tickets',
	until: 'bis {time}',
	used: { one: '{n} Bestellung', other: '{n} Bestellungen' },
	usedOf: '{n} von {most} Bestellungen',
	enable: 'Einschalten ',
	disable: 'Ausschalten ',
	'none.title': 'Noch keine Promo-Codes',
	'none.text': 'Leg einen an, für Frühbucher, Freunde oder die Presse.'
} as const satisfies Translation<typeof english>;
