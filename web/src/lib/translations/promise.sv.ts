import type { Translation } from '$lib/i18n/translations';
import type english from './promise.en';

export default {
	title: 'Vad som lovades',
	text: 'Publicerat före försäljningen och förseglat i den offentliga loggen. När försäljningen väl har öppnat kan ingen ändra det.',
	'text.off': 'Publicerat före försäljningen och förseglat i granskningsloggen. När försäljningen väl har öppnat kan ingen ändra det.',
	log: 'Kontrollera i den offentliga loggen',
	'none.title': 'Inget lovades',
	'none.text': 'Arrangören har inte publicerat något löfte för evenemanget.',
	announced: 'Försäljningen har inte öppnat än. Hittills är allt som utlovat.',
	kept: 'Hållet hittills',
	'kept.text': 'Loggen visar det som lovades.',
	differs: 'Loggen visar något annat',
	opens: 'Gäller från',
	places: 'Biljetter totalt',
	public: 'Till salu från öppningen',
	held: 'Inte för allmänheten',
	'held.none': 'Inga',
	later: 'Släpps senare',
	prices: 'Priser',
	free: 'Gratis',
	versions: 'Versioner',
	version: 'Version {n}, {time}',
	row: 'Rad {n} i loggen',
	'for.artists': 'Artister',
	'for.guests': 'Gästlista',
	'for.partners': 'Partner och sponsorer',
	'for.press': 'Press',
	'for.staff': 'Personal',
	'for.accessibility': 'Tillgänglighet',
	'for.box_office': 'Kassa',
	'for.reserve': 'Reserv',
	'code.more_held': {
		one: '{n} biljett hölls borta från allmänheten; högst {promised} utlovades.',
		other: '{n} biljetter hölls borta från allmänheten; högst {promised} utlovades.'
	},
	'code.sold_early': {
		one: '{n} biljett såldes före {time}, då försäljningen skulle öppna.',
		other: '{n} biljetter såldes före {time}, då försäljningen skulle öppna.'
	},
	'code.price_changed': '{tier} kostar {shown} i stället för {promised}.',
	'code.tier_added': '{tier} lades till, för {shown}.',
	'code.places_changed': 'Evenemanget har {shown} biljetter i stället för {promised}.',
	'code.release_withdrawn': {
		one: '{n} biljett som planerades till {time} släpptes inte då.',
		other: '{n} biljetter som planerades till {time} släpptes inte då.'
	},
	'code.release_late': {
		one: '{n} biljett som planerades till {time} kom {shown} minuter för sent.',
		other: '{n} biljetter som planerades till {time} kom {shown} minuter för sent.'
	},
	'code.release_missing': {
		one: '{n} biljett som planerades till {time} har inte släppts.',
		other: '{n} biljetter som planerades till {time} har inte släppts.'
	},
	tier: 'En biljettyp',
	incomplete: 'Loggen är lång och läses fortfarande. Titta igen om en stund.',
	toEvent: 'Tillbaka till evenemanget',
	'publish.title': 'Lova före försäljningen',
	'publish.text':
		'Ange hur många biljetter som hålls borta från allmänheten, och för vem. Priser och senare släpp hämtas från evenemanget. Alla ser det, och när försäljningen väl har öppnat kan det inte ändras.',
	'publish.button': 'Publicera löfte',
	'publish.again': 'Publicera en ny version',
	'publish.done': 'Publicerat.',
	'publish.hint': 'Lämna tomt det som inte gäller.',
	'publish.see': 'Se det som alla ser det'
} satisfies Translation<typeof english>;
