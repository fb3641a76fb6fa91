import type { Translation } from '$lib/i18n/translations';
import type english from './promise.en';

export default {
	title: 'Wat er is beloofd',
	text: 'Gepubliceerd vóór de verkoop en verzegeld in het openbare logboek. Zodra de verkoop is geopend, kan niemand het meer wijzigen.',
	'text.off': 'Gepubliceerd vóór de verkoop en verzegeld in het auditlogboek. Zodra de verkoop is geopend, kan niemand het meer wijzigen.',
	log: 'Controleren in het openbare logboek',
	'none.title': 'Er is niets beloofd',
	'none.text': 'De organisator heeft voor dit evenement geen belofte gepubliceerd.',
	announced: 'De verkoop is nog niet geopend. Tot nu toe is alles zoals beloofd.',
	kept: 'Tot nu toe nagekomen',
	'kept.text': 'Het logboek toont wat er is beloofd.',
	differs: 'Het logboek toont iets anders',
	opens: 'Staat vast vanaf',
	places: 'Tickets in totaal',
	public: 'Te koop vanaf de opening',
	held: 'Niet voor het publiek',
	'held.none': 'Geen',
	later: 'Later vrijgegeven',
	prices: 'Prijzen',
	free: 'Gratis',
	versions: 'Versies',
	version: 'Versie {n}, {time}',
	row: 'Rij {n} van het logboek',
	'for.artists': 'Artiesten',
	'for.guests': 'Gastenlijst',
	'for.partners': 'Partners en sponsors',
	'for.press': 'Pers',
	'for.staff': 'Crew',
	'for.accessibility': 'Toegankelijkheid',
	'for.box_office': 'Kassa',
	'for.reserve': 'Reserve',
	'code.more_held': {
		one: '{n} ticket was niet voor het publiek; beloofd waren er hooguit {promised}.',
		other: '{n} tickets waren niet voor het publiek; beloofd waren er hooguit {promised}.'
	},
	'code.sold_early': {
		one: '{n} ticket is verkocht vóór {time}, toen de verkoop zou openen.',
		other: '{n} tickets zijn verkocht vóór {time}, toen de verkoop zou openen.'
	},
	'code.price_changed': '{tier} kost {shown} in plaats van {promised}.',
	'code.tier_added': '{tier} is toegevoegd, voor {shown}.',
	'code.places_changed': 'Het evenement heeft {shown} tickets in plaats van {promised}.',
	'code.release_withdrawn': {
		one: '{n} ticket dat voor {time} was gepland, is toen niet vrijgegeven.',
		other: '{n} tickets die voor {time} waren gepland, zijn toen niet vrijgegeven.'
	},
	'code.release_late': {
		one: '{n} ticket dat voor {time} was gepland, kwam {shown} minuten te laat.',
		other: '{n} tickets die voor {time} waren gepland, kwamen {shown} minuten te laat.'
	},
	'code.release_missing': {
		one: '{n} ticket dat voor {time} was gepland, is niet vrijgegeven.',
		other: '{n} tickets die voor {time} waren gepland, zijn niet vrijgegeven.'
	},
	tier: 'Een tickettype',
	incomplete: 'Het logboek is lang en wordt nog gelezen. Kijk zo nog eens.',
	toEvent: 'Terug naar het evenement',
	'publish.title': 'Beloven vóór de verkoop',
	'publish.text':
		'Geef aan hoeveel tickets niet voor het publiek zijn, en voor wie wel. Prijzen en latere vrijgaven komen van het evenement. Iedereen ziet het, en zodra de verkoop is geopend kan het niet meer worden gewijzigd.',
	'publish.button': 'Belofte publiceren',
	'publish.again': 'Nieuwe versie publiceren',
	'publish.done': 'Gepubliceerd.',
	'publish.hint': 'Laat leeg wat niet van toepassing is.',
	'publish.see': 'Bekijken zoals iedereen het ziet'
} satisfies Translation<typeof english>;
