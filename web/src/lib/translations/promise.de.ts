import type { Translation } from '$lib/i18n/translations';
import type english from './promise.en';

export default {
	title: 'Was zugesagt wurde',
	text: 'Vor dem Verkauf veröffentlicht und im öffentlichen Protokoll versiegelt. Sobald der Verkauf geöffnet ist, kann es niemand mehr ändern.',
	'text.off': 'Vor dem Verkauf veröffentlicht und im Protokoll versiegelt. Sobald der Verkauf geöffnet ist, kann es niemand mehr ändern.',
	log: 'Im öffentlichen Protokoll prüfen',
	'none.title': 'Es wurde nichts zugesagt',
	'none.text': 'Für diese Veranstaltung gibt es keine Zusage.',
	announced: 'Der Verkauf ist noch nicht geöffnet. Bisher ist alles wie zugesagt.',
	kept: 'Bisher eingehalten',
	'kept.text': 'Das Protokoll zeigt, was zugesagt wurde.',
	differs: 'Das Protokoll zeigt etwas anderes',
	opens: 'Steht fest ab',
	places: 'Tickets insgesamt',
	public: 'Ab der Öffnung im Verkauf',
	held: 'Nicht öffentlich',
	'held.none': 'Keine',
	later: 'Später freigegeben',
	prices: 'Preise',
	free: 'Kostenlos',
	versions: 'Fassungen',
	version: 'Fassung {n}, {time}',
	row: 'Zeile {n} des Protokolls',
	'for.artists': 'Mitwirkende',
	'for.guests': 'Gästeliste',
	'for.partners': 'Partner und Sponsoren',
	'for.press': 'Presse',
	'for.staff': 'Team',
	'for.accessibility': 'Barrierefreiheit',
	'for.box_office': 'Abendkasse',
	'for.reserve': 'Reserve',
	'code.more_held': {
		one: '{n} Ticket war nicht öffentlich; zugesagt waren höchstens {promised}.',
		other: '{n} Tickets waren nicht öffentlich; zugesagt waren höchstens {promised}.'
	},
	'code.sold_early': {
		one: '{n} Ticket wurde verkauft, bevor der Verkauf öffnen sollte ({time}).',
		other: '{n} Tickets wurden verkauft, bevor der Verkauf öffnen sollte ({time}).'
	},
	'code.price_changed': '{tier} kostet {shown} statt {promised}.',
	'code.tier_added': '{tier} kam hinzu, für {shown}.',
	'code.places_changed': 'Die Veranstaltung hat {shown} statt {promised} Tickets.',
	'code.release_withdrawn': {
		one: '{n} Ticket, das für {time} geplant war, wurde nicht dann freigegeben.',
		other: '{n} Tickets, die für {time} geplant waren, wurden nicht dann freigegeben.'
	},
	'code.release_late': {
		one: '{n} Ticket, das für {time} geplant war, kam {shown} Minuten später.',
		other: '{n} Tickets, die für {time} geplant waren, kamen {shown} Minuten später.'
	},
	'code.release_missing': {
		one: '{n} Ticket, das für {time} geplant war, wurde noch nicht freigegeben.',
		other: '{n} Tickets, die für {time} geplant waren, wurden noch nicht freigegeben.'
	},
	tier: 'Eine Ticketart',
	incomplete: 'Das Protokoll ist lang und wird noch gelesen. Sieh gleich noch einmal nach.',
	toEvent: 'Zurück zur Veranstaltung',
	'publish.title': 'Zusage vor dem Verkauf',
	'publish.text':
		'Sag, wie viele Tickets nicht öffentlich sind und für wen. Preise und spätere Freigaben kommen von der Veranstaltung. Alle sehen es, und sobald der Verkauf geöffnet ist, lässt es sich nicht mehr ändern.',
	'publish.button': 'Zusage veröffentlichen',
	'publish.again': 'Neue Fassung veröffentlichen',
	'publish.done': 'Veröffentlicht.',
	'publish.hint': 'Lass leer, was nicht zutrifft.',
	'publish.see': 'So sehen es alle'
} satisfies Translation<typeof english>;
